import type { Token } from 'markdown-it'

/** The text without markup, one block per line. */
export interface PlainText {
  /** All text, including code and image alt text. */
  text: string
  /** The text for reading aloud: without code blocks, pictures, and footnotes. */
  prose: string
}

/** Returns the text of parsed Markdown. */
export function plainText(tokens: Token[]): PlainText {
  const text: string[] = []
  const prose: string[] = []
  let isNote = false
  for (const token of tokens) {
    isNote ||= token.type === 'footnotes_open'
    if (token.type === 'inline') {
      const children = token.children ?? []
      text.push(children.map(worded).join(''))
      if (!isNote) prose.push(children.map((child) => (child.type === 'image' ? '' : worded(child))).join(''))
    } else if (token.content) text.push(token.content)
  }
  return { text: joined(text), prose: joined(prose) }
}

const joined = (lines: string[]) =>
  lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

/** Returns the text of an inline token; empty for a footnote reference. */
export function worded(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
  return token.type === 'image' ? altOf(token) : token.content
}

/** Returns an image's alt text without markup. */
export const altOf = (image: Token): string => (image.children ?? []).map(worded).join('')
