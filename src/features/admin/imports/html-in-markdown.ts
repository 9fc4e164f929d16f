import { markdownParser } from '#kernel/markdown/addresses.ts'
import { markdownOf } from './html-to-markdown.ts'

/** Elements without a Markdown equivalent; their content is kept. Other tags may not be HTML at all: `Vec<T>`. */
const dropped =
  /^<\/?(?:sub|sup|span|div|center|font|u|small|mark|abbr|p|details|summary|figure|figcaption|picture|source|track|section|article|aside|header|footer|label|ins|cite|q|dfn|time|var|samp|big|tt|nobr)\b/i
const marks: [RegExp, string][] = [
  [/^<\/?(?:b|strong)(?=[\s>])/i, '**'],
  [/^<\/?(?:i|em)(?=[\s>])/i, '*'],
  [/^<\/?(?:del|s|strike)(?=[\s>])/i, '~~'],
  [/^<\/?(?:code|kbd)(?=[\s>])/i, '`'],
]

/** Longer text cannot be imported anyway. */
const maxLength = 400_000

/** Converts the HTML in Markdown text to Markdown, because this site does not render HTML. Drops HTML comments.
 *  @throws Error for HTML that is too long or too deeply nested */
export function withoutHtml(markdown: string): string {
  if (markdown.length > maxLength) return markdown
  const parts: string[] = []
  const open: OpenTags = { links: [], media: null }
  let end = 0
  markdownParser.parse(markdown).iterate({
    enter({ name, from, to }) {
      const other = replacementOf(name, markdown.slice(from, to), open)
      if (other === null) return true
      parts.push(markdown.slice(end, from), other)
      end = to
      return false
    },
  })
  return [...parts, markdown.slice(end)].join('')
}

interface OpenTags {
  /** The targets of open links. */
  links: string[]
  /** A video or audio element whose file is not known yet. */
  media: 'video' | 'audio' | null
}

function replacementOf(node: string, html: string, open: OpenTags): string | null {
  if (node === 'Comment' || node === 'CommentBlock') return ''
  if (node === 'HTMLBlock') return markdownOf(html)
  if (node !== 'HTMLTag') return null
  if (/^<(?:img|iframe)\b/i.test(html)) return markdownOf(html).trim()
  if (/^<(?:video|audio|source)\b/i.test(html)) return mediaOf(html, open)
  if (/^<\/(?:iframe|video|audio)\b/i.test(html)) return ''
  if (/^<br\b/i.test(html)) return '\\\n'
  if (/^<a\b/i.test(html)) return openLink(html, open)
  if (/^<\/a\b/i.test(html)) return closeLink(open)
  if (dropped.test(html)) return ''
  return marks.find(([pattern]) => pattern.test(html))?.[1] ?? null
}

/** Drops an anchor without a target. */
function openLink(html: string, { links }: OpenTags): string {
  const href = attributeOf(html, 'href')
  if (html.endsWith('/>')) return ''
  links.push(href)
  return href === '' ? '' : '['
}

function closeLink({ links }: OpenTags): string {
  const href = links.pop() ?? ''
  return href === '' ? '' : `](<${href.replaceAll(/[<>\n]/g, encodeURIComponent)}>)`
}

/** Returns a link to a video or audio element's file, which may be specified in its first `source` element. */
function mediaOf(html: string, open: OpenTags): string {
  const tag = /^<(\w+)/.exec(html)![1]!.toLowerCase()
  if (tag === 'video' || tag === 'audio') open.media = tag
  const source = attributeOf(html, 'src')
  if (open.media === null || source === '') return ''
  const name = open.media
  open.media = null
  return markdownOf(`<${name} src="${source.replaceAll('"', '&quot;')}"></${name}>`).trim()
}

function attributeOf(html: string, name: 'href' | 'src'): string {
  const pattern =
    name === 'href'
      ? /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
      : /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
  const [, double, single, bare] = pattern.exec(html) ?? []
  return (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&')
}
