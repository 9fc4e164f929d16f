import { markdownParser } from '#kernel/markdown/addresses.ts'
import { markdownOf } from './html-to-markdown.ts'

/** Elements without a Markdown equivalent; their content is kept. Other tags may not be HTML at all: `Vec<T>`. */
const dropped =
  /^<\/?(?:kbd|sub|sup|span|div|center|font|u|small|mark|abbr|p|details|summary|figure|figcaption|picture)\b/i
const marks: [RegExp, string][] = [
  [/^<\/?(?:b|strong)(?=[\s>])/i, '**'],
  [/^<\/?(?:i|em)(?=[\s>])/i, '*'],
  [/^<\/?(?:del|s)(?=[\s>])/i, '~~'],
]

/** Longer texts cannot be imported anyway. */
const maxLength = 400_000

/** Converts the HTML in a Markdown text to Markdown, because this site shows no HTML. Drops HTML comments.
 *  @throws Error for HTML that is too long or too deeply nested */
export function withoutHtml(markdown: string): string {
  if (markdown.length > maxLength) return markdown
  const parts: string[] = []
  let end = 0
  markdownParser.parse(markdown).iterate({
    enter({ name, from, to }) {
      const other = replacementOf(name, markdown.slice(from, to))
      if (other === null) return true
      parts.push(markdown.slice(end, from), other)
      end = to
      return false
    },
  })
  return [...parts, markdown.slice(end)].join('')
}

function replacementOf(node: string, html: string): string | null {
  if (node === 'Comment' || node === 'CommentBlock') return ''
  if (node === 'HTMLBlock') return markdownOf(html)
  if (node !== 'HTMLTag') return null
  if (/^<img\b/i.test(html)) return markdownOf(html)
  if (/^<br\b/i.test(html)) return '\\\n'
  if (dropped.test(html)) return ''
  return marks.find(([pattern]) => pattern.test(html))?.[1] ?? null
}
