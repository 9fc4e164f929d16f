import type { Token } from 'markdown-it'

/** Adds to each block its first source line as `data-line`, from 0. Not to footnotes, which are rendered elsewhere than
 *  in the source. */
export function markLines(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type === 'footnotes_open') return
    if (token.map && token.nesting >= 0 && token.type !== 'inline') token.attrSet('data-line', String(token.map[0]))
  }
}

/** Returns the line as an attribute, for HTML that markdown-it does not render. */
export function lineAttribute(token: Token): string {
  const line = token.attrGet('data-line')
  return line === null ? '' : ` data-line="${line}"`
}
