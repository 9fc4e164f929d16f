import highlighter from 'highlight.js/lib/common'
import type { MarkdownIt, Token } from 'markdown-it'
import { escapeHtml } from '../html.ts'

/** Colouring is the dearest part of rendering: what is beyond this many characters of code in one text stays plain. */
const maxHighlighted = 30_000
/** What a block costs beside its characters. */
const blockCost = 100

/** Colours code blocks whose language is known, by class names alone. Nothing is guessed. */
export function highlightCode(tokens: Token[]): void {
  let left = maxHighlighted
  for (const token of tokens) {
    if (token.type !== 'fence' && token.type !== 'code_block') continue
    const language = languageOf(token.info)
    const isColoured = highlighter.getLanguage(language) && (left -= token.content.length + blockCost) >= 0
    token.content = isColoured
      ? highlighter.highlight(token.content, { language, ignoreIllegals: true }).value
      : escapeHtml(token.content)
    token.info = language
  }
}

/** The first word behind the fence when it is a plausible name of a language, else ''. */
const languageOf = (info: string): string =>
  /^[a-z0-9][a-z0-9+#._-]{0,29}(?=$|\s)/.exec(info.trim().toLowerCase())?.[0] ?? ''

/** markdown-it plugin: prints what `highlightCode` has prepared. */
export function codeFigures(md: MarkdownIt): void {
  md.renderer.rules.fence = (tokens, index) => figure(tokens[index]!)
  md.renderer.rules.code_block = (tokens, index) => figure(tokens[index]!)
}

function figure({ info: language, content }: Token): string {
  const label = language && ` data-language="${language}"`
  const className = language ? `hljs language-${language}` : 'hljs'
  return `<figure class="code"${label}><pre tabindex="0"><code class="${className}">${content}</code></pre></figure>\n`
}
