import type { MarkdownIt, Token } from 'markdown-it'
import { lineAttribute } from './source-lines.ts'

/** Aligns cells with classes, because the Content Security Policy forbids style attributes. */
export function alignCells(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    token.attrs = side ? [['class', `align-${side}`]] : null
  }
}

/** markdown-it plugin that wraps each table in a box that scrolls separately, including by keyboard. */
export function tableBoxes(md: MarkdownIt): void {
  md.renderer.rules.table_open = (tokens, index) =>
    `<div class="table" tabindex="0"${lineAttribute(tokens[index]!)}><table>\n`
  md.renderer.rules.table_close = () => '</table></div>\n'
}
