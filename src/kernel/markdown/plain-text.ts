import type { Token } from 'markdown-it'

/** What a text says without its markup, a block a line. */
export interface PlainText {
  /** Everything, with code and the descriptions of pictures. */
  text: string
  /** What a person would read out: without code blocks, pictures and footnotes. */
  prose: string
}

/** The words of parsed markdown, as it comes from the parser. */
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

/** What a part of a line says; a mark of a footnote says nothing. */
export function worded(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
  return token.type === 'image' ? altOf(token) : token.content
}

/** The description of a picture, without markup. */
export const altOf = (image: Token): string => (image.children ?? []).map(worded).join('')
