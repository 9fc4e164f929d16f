import type { MarkdownIt, Token } from 'markdown-it'
import { linkTarget } from './links.ts'
import { lineAttribute } from './source-lines.ts'
import { tokenOf } from './tokens.ts'
import { figures } from './without-link-previews.ts'

/** The replacement for a link that is alone on its line. */
export interface LinkPreview {
  /** HTML. Its first link is the one that the preview replaces. */
  before: string
  /** Code to highlight like a code block. */
  code?: { text: string; language: string; firstLine: number }
  /** HTML. */
  after?: string
}
/** Returns the preview for a link, or null to keep the link. */
export type PreviewOf = (address: string) => LinkPreview | null

/** Returns the URLs of links that are alone on their line, in order. */
export const loneLinksIn = (tokens: Token[], siteUrl: string): string[] =>
  tokens
    .flatMap((_, index) => (isParagraph(tokens, index) ? linesOf(tokens[index + 1]!) : []))
    .flatMap((line) => loneLink(line) ?? [])
    .flatMap((address) => linkTarget(address, siteUrl)?.href ?? [])

/** Replaces links that are alone on their line with their previews, except in lists, quotes, and tables. */
export function withLinkPreviews(tokens: Token[], previewOf: PreviewOf): Token[] {
  const placed: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const parts = isParagraph(tokens, index) ? partsOf(tokens[index]!, tokens[index + 1]!, previewOf) : null
    placed.push(...(parts ?? [tokens[index]!]))
    if (parts) index += 2
  }
  return placed
}

const isParagraph = (tokens: Token[], index: number): boolean => {
  const { type, level } = tokens[index]!
  return type === 'paragraph_open' && level === 0 && tokens[index + 2]?.type === 'paragraph_close'
}

/** Splits a paragraph into previews and the paragraphs between them. Returns null if it contains no previews. */
function partsOf({ map }: Token, inline: Token, previewOf: PreviewOf): Token[] | null {
  const first = map?.[0] ?? 0
  const parts: Token[] = []
  let words: Line[] = []
  let hasPreviews = false
  const endWords = () => {
    if (words[0]) parts.push(...paragraph(words, first + words[0].at))
    words = []
  }
  for (const line of linesOf(inline)) {
    const link = loneLink(line)
    const preview = link === null ? null : previewOf(link)
    if (!preview) words.push(line)
    else {
      hasPreviews = true
      endWords()
      parts.push(...previewTokens(preview, first + line.at))
    }
  }
  endWords()
  return hasPreviews ? parts : null
}

/** A line of a paragraph, including the break at its end. `at`: its line number within the paragraph. */
interface Line {
  at: number
  tokens: Token[]
}

/** Splits a paragraph into lines. Does not split lines joined by formatting that spans them. */
function linesOf({ children }: Token): Line[] {
  const lines: Line[] = []
  let line: Line = { at: 0, tokens: [] }
  let breaks = 0
  let depth = 0
  for (const token of children ?? []) {
    line.tokens.push(token)
    depth += token.nesting
    if (!isBreak(token)) continue
    breaks++
    if (depth > 0) continue
    lines.push(line)
    line = { at: breaks, tokens: [] }
  }
  return [...lines, line]
}

const isBreak = (token: Token | undefined): boolean => token?.type === 'softbreak' || token?.type === 'hardbreak'

/** Returns the URL if it makes up the whole line, bare or in angle brackets. */
function loneLink({ tokens }: Line): string | null {
  const [link, , end, ...more] = tokens.filter(
    (token) => !isBreak(token) && (token.type !== 'text' || token.content !== ''),
  )
  const isBare = link?.type === 'link_open' && /^(linkify|autolink)$/.test(link.markup)
  return isBare && end?.type === 'link_close' && more.length === 0 ? String(link.attrGet('href')) : null
}

function paragraph(lines: Line[], line: number): Token[] {
  const children = lines.flatMap(({ tokens }) => tokens)
  if (isBreak(children.at(-1))) children.pop()
  const open = tokenOf('paragraph_open', 'p', 1)
  open.map = [line, line + 1]
  return [open, Object.assign(tokenOf('inline', '', 0), { children }), tokenOf('paragraph_close', 'p', -1)]
}

function previewTokens({ before, code, after = '' }: LinkPreview, line: number): Token[] {
  const open = printed('preview_open', code ? `${figures.snippet}>${before}` : `${figures.preview}>${before}`)
  open.map = [line, line + 1]
  const close = printed('preview_close', `${after}</figure>\n`)
  if (!code) return [open, close]
  const preview = tokenOf('preview_code', 'pre', 0, { start: code.firstLine })
  preview.info = code.language
  preview.content = code.text
  return [open, preview, close]
}

function printed(type: string, html: string): Token {
  const token = tokenOf(type, 'figure', 0)
  token.content = html
  return token
}

/** markdown-it plugin that renders previews, after `highlightCode` has prepared the code. */
export function linkPreviews(md: MarkdownIt): void {
  md.renderer.rules.preview_open = (tokens, index) =>
    tokens[index]!.content.replace('>', () => `${lineAttribute(tokens[index]!)}>`)
  md.renderer.rules.preview_code = (tokens, index) => numbered(tokens[index]!)
  md.renderer.rules.preview_close = (tokens, index) => tokens[index]!.content
}

function numbered(token: Token): string {
  const { info: language, content } = token
  const start = Number(token.attrGet('start'))
  const numbers = content.split('\n').map((_, index) => start + index)
  const className = language ? `hljs language-${language}` : 'hljs'
  const column = `<span class="link-snippet-numbers" aria-hidden="true">${numbers.join('\n')}</span>`
  return `<pre tabindex="0">${column}<code class="${className}">${content}</code></pre>`
}
