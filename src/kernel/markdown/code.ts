import highlighter from 'highlight.js/lib/common'
import type { MarkdownIt, Token } from 'markdown-it'
import { escapeHtml } from '../html.ts'
import { lineAttribute } from './source-lines.ts'
import { withinMs } from './time-limit.ts'

/** Code beyond this many characters in one text stays plain. */
const maxHighlighted = 30_000
/** What a block counts beside its characters. */
const blockCost = 100
/** Ordinary code of that length takes a tenth of this; the grammars' expressions take seconds on code made for it. */
const highlightMs = 80
/** Code this short keeps no grammar busy for long; it is coloured without the watch, which starts a thread. */
const maxUnwatched = 1500

const codeTypes = new Set(['fence', 'code_block', 'preview_code'])

/** Colours code blocks whose language is known, by class names alone. Nothing is guessed. */
export function highlightCode(tokens: Token[]): void {
  const blocks = tokens.filter(({ type }) => codeTypes.has(type))
  if (!blocks.length) return
  for (const block of blocks) block.info = languageOf(block.info)
  const coloured = new Map<Token, string>()
  const known = affordable(blocks.filter(({ info }) => highlighter.getLanguage(info)))
  // Compiles the grammars: that must not be cut short.
  for (const { info } of known) colour('', info)
  const colourAll = () => known.forEach((block) => coloured.set(block, colour(block.content, block.info)))
  const length = known.reduce((sum, { content }) => sum + content.length, 0)
  if (length <= maxUnwatched) colourAll()
  else withinMs(highlightMs, colourAll)
  for (const block of blocks) block.content = coloured.get(block) ?? escapeHtml(block.content)
}

function affordable(blocks: Token[]): Token[] {
  let left = maxHighlighted
  return blocks.filter(({ content }) => (left -= content.length + blockCost) >= 0)
}

/** Ordinary code gets three times as long by its colours; code made for it gets forty times as long. */
const mostGrowth = 12
/** What short code may grow by beside. */
const shortGrowth = 2000

function colour(code: string, language: string): string {
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true })
  return value.length > code.length * mostGrowth + shortGrowth ? escapeHtml(code) : value
}

/** The first word behind the fence when it is a plausible name of a language, else ''. */
const languageOf = (info: string): string =>
  /^[a-z0-9][a-z0-9+#._-]{0,29}(?=$|\s)/.exec(info.trim().toLowerCase())?.[0] ?? ''

/** markdown-it plugin: prints what `highlightCode` has prepared. */
export function codeFigures(md: MarkdownIt): void {
  md.renderer.rules.fence = (tokens, index) => figure(tokens[index]!)
  md.renderer.rules.code_block = (tokens, index) => figure(tokens[index]!)
}

function figure(token: Token): string {
  const { info: language, content } = token
  const label = language && ` data-language="${language}"`
  const className = language ? `hljs language-${language}` : 'hljs'
  return `<figure class="code"${label}${lineAttribute(token)}><pre tabindex="0"><code class="${className}">${content}</code></pre></figure>\n`
}
