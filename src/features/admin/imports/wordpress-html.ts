import * as z from 'zod/mini'
import { embedOf } from './markdown-parts.ts'

/** A file in the media library. */
export interface Media {
  address: string
  alt: string
}

/** The HTML of a post. `left`: shortcodes that were kept as text. */
export interface WordPressHtml {
  html: string
  left: string[]
}

/** Returns the HTML of a WordPress post: expands shortcodes and embeds, and turns text between blank lines into
 *  paragraphs. @param footnotes the block editor's footnotes, as JSON */
export function htmlOf(content: string, media: ReadonlyMap<string, Media>, footnotes: string): WordPressHtml {
  const coded = codeTags.reduce(withCode, withLanguages(content))
  const left: string[] = []
  const html = outsideOfCode(coded, (text) =>
    expanded(text.replaceAll(/<!--\s*(?:more|nextpage)[^>]*-->/g, '\n\n'), media, left),
  )
  const whole = /<p[\s>]|<!-- wp:/i.test(html) ? html : withParagraphs(html)
  return { html: withFootnotes(whole, footnotes), left }
}

/** Shortcodes for code highlighters. Those named after a language have no options. */
const codeTags = [
  'code',
  'sourcecode',
  'cc',
  'crayon',
  'pre',
  'bash',
  'shell',
  'css',
  'html',
  'java',
  'javascript',
  'js',
  'php',
  'python',
  'ruby',
  'sql',
  'xml',
  'csharp',
  'cpp',
  'c',
  'go',
  'json',
  'yaml',
  'perl',
  'scala',
  'swift',
  'kotlin',
  'rust',
  'typescript',
]
const genericTags = new Set(['code', 'sourcecode', 'cc', 'crayon', 'pre'])

/** Copies a code block's language from its comment to its element. */
const withLanguages = (content: string): string =>
  content.replaceAll(
    /(<!-- wp:[\w/-]+ (\{[^\n]{0,1000}?\}) -->\s*)<pre\b/g,
    (whole: string, comment: string, options: string) => {
      const language = /"lang(?:uage)?":"([\w+#-]+)"/.exec(options)?.[1]
      return language === undefined ? whole : `${comment}<pre lang="${language}"`
    },
  )

/** Replaces `[name language="x"]…[/name]` with HTML. */
function withCode(text: string, name: string): string {
  const end = text.lastIndexOf(`[/${name}]`) // every opening tag before this has a closing tag, so the search never runs to the end in vain
  if (end < 0) return text
  const blocks = new RegExp(`\\[${name}\\b([^\\][\\n]*)\\]([\\s\\S]*?)\\[/${name}\\]`, 'g')
  const cut = end + name.length + 3
  const block = (_: string, options: string, code: string) => codeBlock(name, options, code)
  return text.slice(0, cut).replace(blocks, block) + text.slice(cut)
}

function codeBlock(name: string, options: string, code: string): string {
  const named = /lang(?:uage)?=["']?([\w+#-]+)/.exec(options)?.[1]
  const language = named ?? (genericTags.has(name) ? '' : name)
  return `<pre><code class="language-${language}">${code.replace(/^\n/, '').replaceAll('<', '&lt;')}</code></pre>`
}

/** Applies a change to the text between code blocks. */
function outsideOfCode(text: string, change: (text: string) => string): string {
  const [first = '', ...others] = text.split(/(?=<pre[\s>])/i)
  return [change(first), ...others.map((part) => afterCode(part, change))].join('')
}

function afterCode(part: string, change: (text: string) => string): string {
  const end = part.search(/<\/pre>/i)
  if (end < 0) return change(part)
  const after = end + '</pre>'.length
  return part.slice(0, after) + change(part.slice(after))
}

/** Expands WordPress shortcodes, and URLs that WordPress embeds. */
function expanded(text: string, media: ReadonlyMap<string, Media>, left: string[]): string {
  return text
    .replaceAll(/\[caption\b[^\][\n]*\](\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?)([^[]*)\[\/caption\]/g, figureOf)
    .replaceAll(/\[\/?caption\b[^\][\n]*\]/g, '')
    .replaceAll(/\[gallery\b([^\][\n]*)\]/g, (_, options: string) => galleryOf(options, media))
    .replaceAll(/<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/g, (_, url: string) =>
      embedded(url),
    )
    .replaceAll(/\[embed\b[^\][\n]*\]\s*(https?:\/\/[^\s[\]]+)\s*\[\/embed\]/g, (_, url: string) => embedded(url))
    .replaceAll(/^[ \t]*(https?:\/\/[^\s<>[\]]+)[ \t]*$/gm, (_, url: string) => embedded(url))
    .replaceAll(
      /\[(youtube|vimeo|gist|tweet|twitter)\b[=\s]*([^\][\n]*)\]/g,
      (whole: string, name: string, target: string) =>
        playerOf(name, (valueIn(target, 'id') || valueIn(target, 'url') || target).trim()) ?? whole,
    )
    .replaceAll(/\[(audio|video|playlist)\b([^\][\n]*)\](?:\s*\[\/\1\])?/g, (_, name: string, options: string) =>
      mediaOf(name, options, media),
    )
    .replaceAll(/`?\[([a-z][\w-]+)((?:\s+[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'\][]+))+)\s*\/?\]`?/g, (whole: string) => {
      left.push(whole.slice(0, 80))
      return `<code>${escaped(whole)}</code>`
    })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const figureOf = (_: string, picture: string, caption: string): string =>
  `\n\n<figure>${picture.trim()}<figcaption>${caption.trim()}</figcaption></figure>\n\n`

const valueIn = (options: string, name: string): string =>
  new RegExp(`\\b${name}=["']?([^"'\\s\\]]+)`).exec(options)?.[1] ?? ''

function galleryOf(options: string, media: ReadonlyMap<string, Media>): string {
  const files = (/\bids=["']?([\d,\s]+)/.exec(options)?.[1] ?? '').split(/[,\s]+/).flatMap((id) => media.get(id) ?? [])
  return files
    .map(({ address, alt }) => `\n\n<p><img src="${quotable(address)}" alt="${quotable(alt)}"></p>\n\n`)
    .join('')
}

const quotable = (text: string): string => escaped(text).replaceAll('"', '&quot;')

/** Returns the HTML for a player or a link. */
function embedded(url: string): string {
  const host = URL.parse(url.replaceAll('&amp;', '&'))?.hostname.replace(/^(?:www|m)\./, '') ?? ''
  const kind = /^(?:youtube\.com|youtu\.be)$/.test(host) ? 'youtube' : host === 'vimeo.com' ? 'vimeo' : ''
  return (
    (kind === '' ? null : playerOf(kind, url.replaceAll('&amp;', '&'))) ?? `\n\n<p><a href="${url}">${url}</a></p>\n\n`
  )
}

function playerOf(kind: string, target: string): string | null {
  const embed = embedOf(kind, target)
  if (embed === null) return null
  const link = /^<(https:[^>]+)>$/.exec(embed)?.[1]
  return link === undefined ? `\n\n${embed}\n\n` : `\n\n<p><a href="${link}">${link}</a></p>\n\n`
}

function mediaOf(name: string, options: string, media: ReadonlyMap<string, Media>): string {
  const ids = /\bids=["']?([\d,\s]+)/.exec(options)?.[1]?.split(/[,\s]+/) ?? []
  const named = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'mp4', 'm4v', 'webm', 'ogv'].map((one) => valueIn(options, one))
  const files = [...named.filter((one) => one !== '').slice(0, 1), ...ids.flatMap((id) => media.get(id)?.address ?? [])]
  const tag = name === 'video' ? 'video' : 'audio'
  return files.map((file) => `\n\n<${tag} src="${quotable(file)}"></${tag}>\n\n`).join('')
}

const Footnotes = z.array(z.object({ id: z.string(), content: z.string() }))

/** Converts the block editor's footnotes, which are marked in the text with `<sup data-fn>`, to Markdown. */
function withFootnotes(html: string, json: string): string {
  const notes = json === '' ? [] : (Footnotes.safeParse(parsed(json)).data ?? [])
  if (notes.length === 0) return html
  const places = new Map(notes.map(({ id }, index) => [id, index + 1]))
  const marked = html.replaceAll(/<sup data-fn="([\w-]+)"[^>]*>[\s\S]{0,300}?<\/sup>/g, (whole, id: string) =>
    places.has(id) ? `<span data-footnote="${places.get(id)}">${places.get(id)}</span>` : whole,
  )
  return marked + notes.map(({ content }, index) => `<div data-footnote-text="${index + 1}">${content}</div>`).join('')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function withParagraphs(html: string): string {
  const [first = '', ...others] = html.split(/(?=<pre[\s>])/i)
  return [paragraphs(first), ...others.map(fromCode)].join('\n')
}

/** Keeps the code block at the start unchanged and wraps the rest in paragraphs. */
function fromCode(part: string): string {
  const end = part.search(/<\/pre>/i)
  if (end < 0) return paragraphs(part)
  const after = end + '</pre>'.length
  return `${part.slice(0, after)}\n${paragraphs(part.slice(after))}`
}

const paragraphs = (text: string): string =>
  text
    .split(/\n[ \t]*\n/)
    .map(paragraph)
    .join('\n')

const paragraph = (block: string): string =>
  block.trim() === '' || /^\s*<(?:p|h\d|ul|ol|blockquote|table|div|figure|hr|iframe|video|audio)\b/i.test(block)
    ? block
    : `<p>${block.trim().replaceAll('\n', '<br>')}</p>`
