import * as z from 'zod/mini'
import { markdownOf } from './html-to-markdown.ts'
import { storable } from './source-site.ts'

/** The text of a Ghost post, in at least one of its formats. */
export interface GhostText {
  html?: string | null | undefined
  lexical?: string | null | undefined
  mobiledoc?: string | null | undefined
  plaintext?: string | null | undefined
}

/** Placeholder for the site's own URL in exports. */
const ghostUrl = /__GHOST_URL__/g
export const withoutGhostUrl = (text: string): string => text.replace(ghostUrl, '')

/** Converts the text of a Ghost post to Markdown. @throws Error if its HTML is too long or too deeply nested */
export function ghostMarkdown({ html, lexical, mobiledoc, plaintext }: GhostText): string {
  const source = html || htmlOfLexical(lexical ?? '') || htmlOfMobiledoc(mobiledoc ?? '')
  return source ? markdownOf(withoutGhostUrl(storable(source))) : storable(plaintext ?? '')
}

interface LexicalNode {
  [name: string]: unknown
  type: string
  children: LexicalNode[]
}

const maxDepth = 100

/** Converts the current editor's format to HTML, for posts that were exported without HTML. */
function htmlOfLexical(source: string): string {
  const root = z.object({ root: z.unknown() }).safeParse(parsed(source)).data?.root
  return nodesIn(root)
    .map((node) => htmlOfNode(node, 0))
    .join('')
}

const nodesIn = (value: unknown): LexicalNode[] => {
  const children = z.object({ children: z.array(z.unknown()) }).safeParse(value).data?.children ?? []
  return children.flatMap((child) => {
    const node = z.looseObject({ type: z.string() }).safeParse(child).data
    return node ? [{ ...node, children: nodesIn(child) }] : []
  })
}

function htmlOfNode(node: LexicalNode, depth: number): string {
  if (depth > maxDepth) return ''
  const text = (name: string) => escaped(textIn(node[name]))
  const inner = () => node.children.map((child) => htmlOfNode(child, depth + 1)).join('')
  const type = node.type.replace(/^extended-/, '')
  switch (type) {
    case 'text':
      return styled(text('text'), Number(node['format']) || 0)
    case 'linebreak':
      return '<br>'
    case 'heading':
      return `<${tagOf(node, /^h[1-6]$/, 'h2')}>${inner()}</${tagOf(node, /^h[1-6]$/, 'h2')}>`
    case 'link':
      return `<a href="${text('url')}">${inner()}</a>`
    case 'list':
      return `<${tagOf(node, /^[ou]l$/, 'ul')}>${inner()}</${tagOf(node, /^[ou]l$/, 'ul')}>`
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'quote':
    case 'aside':
      return `<blockquote>${inner()}</blockquote>`
    default:
      return node.children.length > 0 ? `<p>${inner()}</p>` : cardOf(type, node)
  }
}

const tagOf = (node: LexicalNode, allowed: RegExp, otherwise: string): string => {
  const tag = textIn(node['tag'])
  return allowed.test(tag) ? tag : otherwise
}

const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The bits of a text format. Source: Lexical, LexicalConstants.ts. */
const styles: [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 'del'],
  [16, 'code'],
]

const styled = (text: string, format: number): string =>
  styles.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`), text)

const link = (label: string, url: string): string => (url === '' ? '' : `<p><a href="${url}">${label || url}</a></p>`)

/** Returns the HTML for a card. Cards have the same fields in both formats. */
function cardOf(type: string, card: Record<string, unknown>): string {
  const text = (name: string) => escaped(textIn(card[name]))
  const html = (name: string) => textIn(card[name])
  switch (type) {
    case 'image':
      return `<figure><img src="${text('src')}" alt="${text('alt')}"><figcaption>${html('caption')}</figcaption></figure>`
    case 'gallery':
      return recordsIn(card['images'])
        .map((image) => `<p><img src="${escaped(textIn(image['src']))}" alt="${escaped(textIn(image['alt']))}"></p>`)
        .join('')
    case 'code':
    case 'codeblock':
      return `<pre><code class="language-${text('language')}">${text('code')}</code></pre>`
    case 'html':
    case 'embed':
      return html('html')
    case 'markdown':
    case 'card-markdown':
      return `<pre data-markdown="">${text('markdown')}</pre>`
    case 'hr':
    case 'horizontalrule':
      return '<hr>'
    case 'bookmark':
      return link(escaped(textIn(metadataOf(card)['title'])), text('url'))
    case 'callout':
      return `<blockquote><p>${text('calloutEmoji')} ${html('calloutText')}</p></blockquote>`
    case 'toggle':
      return `<p><strong>${html('heading')}</strong></p>${html('content')}`
    case 'video':
    case 'audio':
      return `<${type} src="${text('src')}"></${type}>`
    case 'file':
      return link(text('fileTitle') || text('fileName'), text('src'))
    case 'button':
      return link(text('buttonText'), text('buttonUrl'))
    case 'product':
      return `<h4>${html('productTitle')}</h4><p><img src="${text('productImageSrc')}" alt=""></p>${html('productDescription')}${link(text('productButton'), text('productUrl'))}`
    default:
      return ''
  }
}

const recordsIn = (value: unknown) => z.array(z.record(z.string(), z.unknown())).safeParse(value).data ?? []
const metadataOf = (card: Record<string, unknown>) =>
  z.record(z.string(), z.unknown()).safeParse(card['metadata']).data ?? {}

const Mobiledoc = z.object({
  markups: z._default(z.array(z.array(z.unknown())), []),
  atoms: z._default(z.array(z.array(z.unknown())), []),
  cards: z._default(z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])), []),
  sections: z.array(z.array(z.unknown())),
})

/** Converts the previous editor's format to HTML. Source: mobiledoc-kit, MOBILEDOC.md. */
function htmlOfMobiledoc(source: string): string {
  const document = Mobiledoc.safeParse(parsed(source)).data
  if (!document) return ''
  const markers = (value: unknown) => markersOf(value, document)
  return document.sections
    .map(([kind, first, second]) => {
      if (kind === 10) {
        const card = document.cards[Number(first)]
        return card ? cardOf(card[0], card[1]) : ''
      }
      const tag = /^(?:p|h[1-6]|blockquote|ul|ol|aside)$/.test(textIn(first)) ? textIn(first) : 'p'
      if (kind !== 3) return kind === 1 ? `<${tag}>${markers(second)}</${tag}>` : ''
      const items = Array.isArray(second) ? second.map((item) => `<li>${markers(item)}</li>`).join('') : ''
      return `<${tag}>${items}</${tag}>`
    })
    .join('')
}

function markersOf(value: unknown, { markups, atoms }: z.infer<typeof Mobiledoc>): string {
  const open: string[] = []
  const parts = (Array.isArray(value) ? value : []).flatMap((marker: unknown) => {
    if (!Array.isArray(marker)) return []
    const [kind, opened, closed, content] = marker as unknown[]
    const tags = (Array.isArray(opened) ? opened : []).map((index) => markups[Number(index)] ?? [])
    const before = tags.map(([tag, attributes]) => openTag(textIn(tag), attributes))
    for (const [tag] of tags) open.push(textIn(tag))
    const text =
      kind === 1 ? (textIn(atoms[Number(content)]?.[0]) === 'soft-return' ? '<br>' : '') : escaped(textIn(content))
    const after = Array.from({ length: Math.min(Number(closed) || 0, open.length) }, () => `</${open.pop()}>`)
    return before.concat(text, after)
  })
  return parts.join('')
}

const openTag = (tag: string, attributes: unknown): string => {
  const [name, href] = Array.isArray(attributes) ? attributes : []
  return name === 'href' ? `<a href="${escaped(textIn(href))}">` : `<${tag.replace(/\W/g, '')}>`
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return null
  }
}
