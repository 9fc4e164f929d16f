import type { Token } from 'markdown-it'

/** Says at each block of the text, as `data-line`, in which line of the source it begins, counted from 0. Footnotes stand
 *  elsewhere than in the source and say nothing. */
export function markLines(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type === 'footnotes_open') return
    if (token.map && token.nesting >= 0 && token.type !== 'inline') token.attrSet('data-line', String(token.map[0]))
  }
}

/** The mark as an attribute, for what is not printed by markdown-it. */
export function lineAttribute(token: Token): string {
  const line = token.attrGet('data-line')
  return line === null ? '' : ` data-line="${line}"`
}
