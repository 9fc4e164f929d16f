import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
import { footnoteRules, gatherFootnotes, paragraphOf } from './footnote-list.ts'

/** Maximum number of references in a document; additional references are left as text. */
const maxReferences = 1000
const definition = /\[\^([^\s[\]]{1,100})\]:/y
const reference = /\[\^([^\s[\]]{1,100})\]/y

/** The state of a document's footnotes during parsing. */
interface Reading {
  labels: Set<string>
  references: number
  isInNote: boolean
}
const readings = new WeakMap<Env, Reading>()

/** markdown-it plugin for `[^label]` with `[^label]: text`, and for `^[text]`. Moves the footnotes to the end of the
 *  tokens, between `footnotes_open` and `footnotes_close`, in the order of their references, and omits unreferenced
 *  footnotes. During rendering, `env.footnotes` becomes part of their ids, so documents on the same page need different
 *  values. */
export function footnotes(md: MarkdownIt): void {
  md.core.ruler.before('block', 'footnotes', ({ env }) => {
    readings.set(env, { labels: new Set(), references: 0, isInNote: false })
  })
  md.block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference'] })
  md.inline.ruler.after('image', 'footnote_inline', readInline)
  md.inline.ruler.after('footnote_inline', 'footnote_ref', readReference)
  md.core.ruler.after('inline', 'footnotes_gather', gatherFootnotes)
  Object.assign(md.renderer.rules, footnoteRules)
}

/** Parses a definition, which continues on lines indented by four spaces, like a list item. */
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

/** Reports whether another footnote reference is allowed here: not in a link, and not beyond the maximum. */
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
    state.push('footnote_ref', '', 0).meta = { note: paragraphOf(children, content) }
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
