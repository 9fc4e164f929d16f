import type { Env, RendererRule, StateCore, Token } from 'markdown-it'
import { t } from '#messages/messages.ts'
import { escapeHtml } from '../html.ts'
import { tokenOf } from './tokens.ts'

/** Maximum number of back references per footnote. */
const maxWaysBack = 10

interface Note {
  number: number
  tokens: Token[]
  references: number
}

/** Numbers the footnotes in the order of their references and appends them to the text. */
export function gatherFootnotes(state: StateCore): void {
  const { body, definitions } = parted(state.tokens)
  const notes: Note[] = []
  const byLabel = new Map<unknown, Note>()
  const added = (tokens: Token[]) => {
    const note = { number: notes.length + 1, tokens, references: 0 }
    notes.push(note)
    return note
  }
  const number = (tokens: Token[]) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'footnote_ref' || !token.meta) continue
      const { label, note: own } = token.meta
      const note = byLabel.get(label) ?? added(Array.isArray(own) ? own : (definitions.get(String(label)) ?? []))
      if (label !== undefined) byLabel.set(label, note)
      token.meta = { number: note.number, use: ++note.references }
    }
  }
  number(body)
  for (const { tokens } of notes) number(tokens)
  state.tokens = notes.length === 0 ? body : [...body, ...printed(notes)]
}

/** Separates the definitions from the text. If several have the same label, the first one is used. */
function parted(tokens: Token[]): { body: Token[]; definitions: Map<string, Token[]> } {
  const body: Token[] = []
  const definitions = new Map<string, Token[]>()
  const open = [body]
  for (const token of tokens) {
    if (token.type === 'footnote_definition_open') {
      const content: Token[] = []
      if (!definitions.has(token.content)) definitions.set(token.content, content)
      open.push(content)
    } else if (token.type === 'footnote_definition_close') open.pop()
    else open.at(-1)!.push(token)
  }
  return { body, definitions }
}

const printed = (notes: Note[]): Token[] => [
  tokenOf('footnotes_open', '', 1),
  ...notes.flatMap((note) => [
    marked('footnote_open', note.number),
    ...withWaysBack(note),
    tokenOf('footnote_close', '', -1),
  ]),
  tokenOf('footnotes_close', '', -1),
]

/** Adds the back references to the footnote's last paragraph, or in a separate paragraph if it ends with a list or
 *  code. */
function withWaysBack({ number, tokens, references }: Note): Token[] {
  const count = Math.min(references, maxWaysBack)
  const ways = Array.from({ length: count }, (_, index) => marked('footnote_back', number, index + 1))
  const last = tokens.at(-1)?.type === 'paragraph_close' ? tokens.at(-2)?.children : null
  if (!last) return [...tokens, ...paragraphOf(ways, '')]
  last.push(...ways)
  return tokens
}

export function paragraphOf(children: Token[], content: string): Token[] {
  const [open, inline, close] = [
    tokenOf('paragraph_open', 'p', 1),
    tokenOf('inline', '', 0),
    tokenOf('paragraph_close', 'p', -1),
  ]
  open.block = close.block = true
  inline.content = content
  inline.children = children
  return [open, inline, close]
}

function marked(type: string, number: number, use = 1): Token {
  const token = tokenOf(type, '', 0)
  token.meta = { number, use }
  return token
}

/** Renderer rules for footnotes, references, and back references. */
export const footnoteRules: Record<string, RendererRule> = {
  footnote_ref: (tokens, index, _options, env) => {
    const { id, place, name } = namesOf(tokens[index]!, env)
    const link = `href="#fn-${id}" id="fnref-${place}" class="footnote-ref" aria-label="${escapeHtml(t('Footnote {name}', { name }))}"`
    return `<sup><a ${link}>${name}</a></sup>`
  },
  footnotes_open: () => `<section class="footnotes">\n<ol aria-label="${escapeHtml(t('Footnotes'))}">\n`,
  footnotes_close: () => '</ol>\n</section>\n',
  footnote_open: (tokens, index, _options, env) => `<li id="fn-${namesOf(tokens[index]!, env).id}">\n`,
  footnote_close: () => '</li>\n',
  // The variation selector prevents display as an emoji.
  footnote_back: (tokens, index, _options, env) => {
    const { place, name, use } = namesOf(tokens[index]!, env)
    const which = use > 1 ? `<sup>${use}</sup>` : ''
    const label =
      use > 1
        ? t('Back to reference {name}, place {use}', { name, use: String(use) })
        : t('Back to reference {name}', { name })
    return ` <a href="#fnref-${place}" class="footnote-back" aria-label="${escapeHtml(label)}">↩\uFE0E${which}</a>`
  },
}

function namesOf({ meta }: Token, env: Env | undefined) {
  const name = String(meta?.number)
  const use = Number(meta?.use)
  const id = typeof env?.footnotes === 'string' ? `${env.footnotes}-${name}` : name
  return { id, name, use, place: use > 1 ? `${id}-${use}` : id }
}
