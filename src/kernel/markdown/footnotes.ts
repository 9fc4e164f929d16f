import type { Env, MarkdownIt, RendererRule, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { tokenOf } from './tokens.ts'

/** Places of a text that may lead to a footnote; what is beyond stays as it is written. */
const maxReferences = 1000
/** Ways back from one footnote to its places. */
const maxWaysBack = 10
const definition = /\[\^([^\s[\]]{1,100})\]:/y
const reference = /\[\^([^\s[\]]{1,100})\]/y

/** What is known of a text's footnotes while it is parsed. */
interface Reading {
  labels: Set<string>
  references: number
  isInNote: boolean
}
const readings = new WeakMap<Env, Reading>()

/** markdown-it plugin: `[^label]` with `[^label]: text`, and `^[text]`. The footnotes stand at the end of the tokens, between
 *  `footnotes_open` and `footnotes_close`, in the order in which the text leads to them; those it does not lead to are
 *  left out. When rendering, `env.footnotes` goes into their ids: texts on one page need different ones. */
export function footnotes(md: MarkdownIt): void {
  md.core.ruler.before('block', 'footnotes', ({ env }) => {
    readings.set(env, { labels: new Set(), references: 0, isInNote: false })
  })
  md.block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference'] })
  md.inline.ruler.after('image', 'footnote_inline', readInline)
  md.inline.ruler.after('footnote_inline', 'footnote_ref', readReference)
  md.core.ruler.after('inline', 'footnotes_gather', gather)
  Object.assign(md.renderer.rules, rules)
}

/** A definition goes on as the item of a list does: with lines indented by four. */
function readDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const reading = readings.get(state.env)
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  definition.lastIndex = start
  const label = state.sCount[startLine]! - state.blkIndent < 4 ? definition.exec(state.src)?.[1] : undefined
  if (!reading || label === undefined || definition.lastIndex > state.eMarks[startLine]!) return false
  if (silent) return true
  reading.labels.add(label)
  const { parentType, tShift, sCount, bMarks } = state
  const before = [bMarks[startLine]!, tShift[startLine]!, sCount[startLine]!] as const
  state.push('footnote_definition_open', '', 1).content = label
  state.blkIndent += 4
  bMarks[startLine] = state.skipSpaces(start + label.length + '[^]:'.length)
  tShift[startLine] = 0
  sCount[startLine] = state.blkIndent
  state.parentType = 'footnote'
  state.md.block.tokenize(state, startLine, endLine)
  state.parentType = parentType
  state.blkIndent -= 4
  ;[bMarks[startLine], tShift[startLine], sCount[startLine]] = before
  state.push('footnote_definition_close', '', -1)
  return true
}

/** Nothing leads to a footnote from inside a link; and from an inline one, to no further inline one. */
const mayLead = (state: StateInline, reading: Reading): boolean =>
  state.linkLevel === 0 && reading.references < maxReferences

function readInline(state: StateInline, silent: boolean): boolean {
  const reading = readings.get(state.env)
  if (!state.src.startsWith('^[', state.pos) || !reading || reading.isInNote || !mayLead(state, reading)) return false
  const start = state.pos + '^['.length
  const end = state.md.helpers.parseLinkLabel(state, start - 1)
  if (end <= start) return false
  if (!silent) {
    reading.references++
    reading.isInNote = true
    const content = state.src.slice(start, end)
    const children: Token[] = []
    state.md.inline.parse(content, state.md, state.env, children)
    reading.isInNote = false
    state.push('footnote_ref', '', 0).meta = { note: paragraph(children, content) }
  }
  state.pos = end + 1
  return true
}

function readReference(state: StateInline, silent: boolean): boolean {
  const reading = readings.get(state.env)
  if (!state.src.startsWith('[^', state.pos) || !reading || !mayLead(state, reading)) return false
  reference.lastIndex = state.pos
  const label = reference.exec(state.src)?.[1]
  if (label === undefined || reference.lastIndex > state.posMax || !reading.labels.has(label)) return false
  if (!silent) {
    reading.references++
    state.push('footnote_ref', '', 0).meta = { label }
  }
  state.pos += label.length + '[^]'.length
  return true
}

interface Note {
  number: number
  tokens: Token[]
  references: number
}

/** Numbers the footnotes as the text leads to them, and puts them at its end. */
function gather(state: StateCore): void {
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

/** The text without the definitions in it. Of several with one label the first holds. */
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

/** The footnote, its last paragraph ending in the ways back to the text; they get one of their own behind a list or code. */
function withWaysBack({ number, tokens, references }: Note): Token[] {
  const count = Math.min(references, maxWaysBack)
  const ways = Array.from({ length: count }, (_, index) => marked('footnote_back', number, index + 1))
  const last = tokens.at(-1)?.type === 'paragraph_close' ? tokens.at(-2)?.children : null
  if (!last) return [...tokens, ...paragraph(ways, '')]
  last.push(...ways)
  return tokens
}

function paragraph(children: Token[], content: string): Token[] {
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

const rules: Record<string, RendererRule> = {
  footnote_ref: (tokens, index, _options, env) => {
    const { id, place, name } = namesOf(tokens[index]!, env)
    const link = `href="#fn-${id}" id="fnref-${place}" class="footnote-ref" aria-label="Footnote ${name}"`
    return `<sup><a ${link}>${name}</a></sup>`
  },
  footnotes_open: () => '<section class="footnotes" aria-label="Footnotes">\n<ol>\n',
  footnotes_close: () => '</ol>\n</section>\n',
  footnote_open: (tokens, index, _options, env) => `<li id="fn-${namesOf(tokens[index]!, env).id}">\n`,
  footnote_close: () => '</li>\n',
  // The sign is kept from becoming a coloured picture.
  footnote_back: (tokens, index, _options, env) => {
    const { place, name, use } = namesOf(tokens[index]!, env)
    const which = use > 1 ? `<sup>${use}</sup>` : ''
    const label = use > 1 ? `${name}, place ${use}` : name
    return ` <a href="#fnref-${place}" class="footnote-back" aria-label="Back to reference ${label}">↩\uFE0E${which}</a>`
  },
}

function namesOf({ meta }: Token, env: Env | undefined) {
  const name = String(meta?.number)
  const use = Number(meta?.use)
  const id = typeof env?.footnotes === 'string' ? `${env.footnotes}-${name}` : name
  return { id, name, use, place: use > 1 ? `${id}-${use}` : id }
}
