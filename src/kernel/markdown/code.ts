import highlighter from 'highlight.js/lib/common'
import type { MarkdownIt, Token } from 'markdown-it'
import { escapeHtml } from '../html.ts'
import { lineAttribute } from './source-lines.ts'
import { withinMs } from './time-limit.ts'

/** The maximum amount of code to highlight per document, in characters. */
const maxHighlighted = 30_000
/** A block's cost in addition to its characters. */
const blockCost = 100
/** Ordinary code takes a tenth of this time limit; malicious code can keep a grammar's regular expressions busy for
 *  seconds. */
const highlightMs = 80
/** Code this short cannot take long, so it is highlighted without the time limit, which requires a thread. */
const maxUnwatched = 1500

const codeTypes = new Set(['fence', 'code_block', 'preview_code'])

/** Highlights code blocks in known languages by adding class names. Does not guess the language. */
export function highlightCode(tokens: Token[]): void {
  const blocks = tokens.filter(({ type }) => codeTypes.has(type))
  if (!blocks.length) return
  for (const block of blocks) block.info = languageOf(block.info)
  const highlighted = new Map<Token, string>()
  const known = affordable(blocks.filter(({ info }) => highlighter.getLanguage(info)))
  // Compiles the grammars, which must not be interrupted.
  for (const { info } of known) highlight('', info)
  const highlightAll = () => known.forEach((block) => highlighted.set(block, highlight(block.content, block.info)))
  const length = known.reduce((sum, { content }) => sum + content.length, 0)
  if (length <= maxUnwatched) highlightAll()
  else withinMs(highlightMs, highlightAll)
  for (const block of blocks) block.content = highlighted.get(block) ?? escapeHtml(block.content)
}

function affordable(blocks: Token[]): Token[] {
  let left = maxHighlighted
  return blocks.filter(({ content }) => (left -= content.length + blockCost) >= 0)
}

/** The maximum growth factor. Highlighting makes ordinary code three times as long, malicious code forty times. */
const mostGrowth = 12
/** Additional growth for short code. */
const shortGrowth = 2000

function highlight(code: string, language: string): string {
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true })
  return value.length > code.length * mostGrowth + shortGrowth ? escapeHtml(code) : value
}

/** Returns the first word after the fence if it could be a language name, otherwise ''. */
const languageOf = (info: string): string =>
  /^[a-z0-9][a-z0-9+#._-]{0,29}(?=$|\s)/.exec(info.trim().toLowerCase())?.[0] ?? ''

/** markdown-it plugin that renders what `highlightCode` has prepared. */
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
