import type { Selected } from '#features/writing/posts/markdown-snippets.hooks.ts'

/** A command that edits the text at the selection. Running it twice restores the text. */
export type Command = (before: Selected) => Selected

export const toggleBold: Command = (before) => toggleAround(before, '**')
export const toggleItalic: Command = (before) => toggleAround(before, '_')

/** Toggles inline code, or a fenced block around several lines. */
export function toggleCode(before: Selected): Selected {
  const { text, start, end } = before
  if (!text.slice(start, end).includes('\n')) return toggleAround(before, '`')
  const lines = wholeLines(before)
  const block = text.slice(lines.start, lines.end)
  const inner = /^```[^\n`]*\n([\s\S]*?)\n?```$/.exec(block)?.[1]
  return replaced(text, lines, inner ?? `\`\`\`\n${block}\n\`\`\``)
}

export const toggleHeading: Command = (before) =>
  toggleLines(before, { has: /^#{1,6} +/, put: (line) => `## ${line}`, off: '' })
export const toggleQuote: Command = (before) =>
  toggleLines(before, { has: /^> ?/, put: (line) => `> ${line}`, off: '', onBlank: true })
export const toggleList: Command = (before) =>
  toggleLines(before, { has: /^(\s*)[-*+] +/, put: (line) => line.replace(/^(\s*)(?:\d+[.)] +)?/, '$1- '), off: '$1' })

/** Turns the selection into a link, or a link into plain text. Selects the placeholder for the URL; a selected URL
 *  becomes the link's target. */
export function toggleLink(before: Selected): Selected {
  const { text } = before
  const around = linkAround(before)
  if (around) return replaced(text, around, around.label)
  const { start, end } = before.start === before.end ? wordAround(before) : before
  const chosen = text.slice(start, end)
  const link = /^\[([^\]]*)\]\([^)\n]*\)$/.exec(chosen)
  if (link) return replaced(text, { start, end }, link[1]!)
  if (isAddress(chosen)) return { ...replaced(text, { start, end }, `[](${chosen})`), start: start + 1, end: start + 1 }
  const after = replaced(text, { start, end }, `[${chosen}](${blankAddress})`)
  return { ...after, start: after.end - 1 - blankAddress.length, end: after.end - 1 }
}

/** Returns the text with the selection linked to the pasted URL, or null if it should be pasted as plain text. */
export function linked({ text, start, end }: Selected, pasted: string): Selected | null {
  const address = pasted.trim()
  const chosen = text.slice(start, end)
  if (chosen.trim() === '' || /[\n[\]]/.test(chosen) || isAddress(chosen) || !isAddress(address)) return null
  if (text.slice(0, start).endsWith('](')) return null
  const link = `[${chosen}](${address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})`
  return { text: text.slice(0, start) + link + text.slice(end), start: start + link.length, end: start + link.length }
}

const blankAddress = 'https://'
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/** Returns the link that contains the selection, or null. */
function linkAround({ text, start, end }: Selected) {
  const line = wholeLines({ text, start, end })
  for (const link of text.slice(line.start, line.end).matchAll(/(?<!!)\[([^[\]\n]*)\]\([^)[\]\n]*\)/g)) {
    const at = line.start + link.index
    if (at < start && end < at + link[0].length) return { start: at, end: at + link[0].length, label: link[1]! }
  }
  return null
}

/** Wraps the selected part of each line in the mark, or removes the mark if every line has it. If nothing is selected,
 *  applies to the word at the caret; if there is no word, puts the caret between two marks. */
function toggleAround(before: Selected, mark: string): Selected {
  const { text } = before
  const { start, end } = before.start === before.end ? wordAround(before) : trimmed(before)
  const chosen = text.slice(start, end)
  if (
    text.slice(0, start).endsWith(mark) &&
    text.slice(end).startsWith(mark) &&
    !isPartOfLonger(text, start, end, mark)
  ) {
    const outer = { start: start - mark.length, end: end + mark.length }
    const moved = { start: before.start - mark.length, end: before.end - mark.length }
    return { ...replaced(text, outer, chosen), ...within(moved, outer.start, outer.start + chosen.length) }
  }
  const lines = chosen.split('\n')
  const worded = lines.filter((line) => line.trim() !== '')
  const isOn = worded.length > 0 && worded.every((line) => isMarked(line, mark))
  const toggled = lines.map((line) => (line.trim() === '' ? line : isOn ? unmarked(line, mark) : marked(line, mark)))
  if (worded.length > 0 && (lines.length > 1 || isOn)) return replaced(text, { start, end }, toggled.join('\n'))
  const moved = { start: before.start + mark.length, end: before.end + mark.length }
  return {
    ...replaced(text, { start, end }, mark + chosen + mark),
    ...(before.start === before.end ? moved : { start: start + mark.length, end: end + mark.length }),
  }
}

/** Reports whether the `*` next to the selection is part of a `**`. */
const isPartOfLonger = (text: string, start: number, end: number, mark: string): boolean =>
  mark.length === 1 && text.slice(0, start).endsWith(mark + mark) && text.slice(end).startsWith(mark + mark)

/** Splits a line into its list, quote, or heading marks, its text, and trailing spaces. */
function pieces(line: string): [lead: string, inner: string, tail: string] {
  const lead = /^\s*(?:(?:[-*+]|\d+[.)]|>|#{1,6}) +)*/.exec(line)![0]
  const inner = line.slice(lead.length).trimEnd()
  return [lead, inner, line.slice(lead.length + inner.length)]
}

function isMarked(line: string, mark: string): boolean {
  const [, inner] = pieces(line)
  return inner.length > mark.length * 2 && inner.startsWith(mark) && inner.endsWith(mark)
}

function marked(line: string, mark: string): string {
  const [lead, inner, tail] = pieces(line)
  return inner === '' || isMarked(line, mark) ? line : lead + mark + inner + mark + tail
}

function unmarked(line: string, mark: string): string {
  const [lead, inner, tail] = pieces(line)
  return lead + inner.slice(mark.length, -mark.length) + tail
}

interface LineMark {
  has: RegExp
  put: (line: string) => string
  /** Replaces the text that `has` matches when the mark is removed. */
  off: string
  /** Marks empty lines too. */
  onBlank?: boolean
}

/** Adds the mark to each line of the selection, or removes it if every line has it. */
function toggleLines(before: Selected, { has, put, off, onBlank = false }: LineMark): Selected {
  const range = wholeLines(before)
  const lines = before.text.slice(range.start, range.end).split('\n')
  const isSelected = (line: string) => onBlank || lines.length === 1 || line.trim() !== ''
  const isOn = lines.filter(isSelected).every((line) => has.test(line))
  const toggled = lines.map((line) => {
    if (isOn) return line.replace(has, off)
    return isSelected(line) && !has.test(line) ? put(line) : line
  })
  const after = replaced(before.text, range, toggled.join('\n'))
  if (before.start !== before.end) return after
  const caret = Math.max(range.start, before.start + toggled[0]!.length - lines[0]!.length)
  return { ...after, start: caret, end: caret }
}

interface Range {
  start: number
  end: number
}

/** Replaces the range and selects the replacement. */
const replaced = (text: string, { start, end }: Range, by: string): Selected => ({
  text: text.slice(0, start) + by + text.slice(end),
  start,
  end: start + by.length,
})

function wholeLines({ text, start, end }: Selected): Range {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const next = text.indexOf('\n', last)
  const first = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  return { start: first, end: next === -1 ? text.length : next }
}

function wordAround({ text, start }: Selected): Range {
  const betweenWords = /[^\p{L}\p{N}\p{M}'’-]/u
  const before = text
    .slice(Math.max(0, start - 100), start)
    .split(betweenWords)
    .at(-1)!
  const after = text.slice(start, start + 100).split(betweenWords)[0]!
  return { start: start - before.length, end: start + after.length }
}

function trimmed({ text, start, end }: Selected): Range {
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') return { start, end }
  const lead = chosen.length - chosen.trimStart().length
  return { start: start + lead, end: end - (chosen.length - chosen.trimEnd().length) }
}

const within = ({ start, end }: Range, least: number, most: number): Range => ({
  start: Math.min(Math.max(start, least), most),
  end: Math.min(Math.max(end, least), most),
})
