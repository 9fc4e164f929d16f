import type { Token } from 'markdown-it'

/** Adds each block's first source line as `data-line`, from 0. Skips footnotes, because they are rendered in a
 *  different place than in the source. */
export function markLines(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type === 'footnotes_open') return
    if (token.map && token.nesting >= 0 && token.type !== 'inline') token.attrSet('data-line', String(token.map[0]))
  }
}

/** Returns the line as an attribute, for HTML that markdown-it does not render itself. */
export function lineAttribute(token: Token): string {
  const line = token.attrGet('data-line')
  return line === null ? '' : ` data-line="${line}"`
}
