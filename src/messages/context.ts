const context = / \(context: [^()]*\)$/

/** Removes the context, which distinguishes the meanings of an English text: `Open (context: an issue)` → `Open`. */
export const withoutContext = (text: string): string => text.replace(context, '')
