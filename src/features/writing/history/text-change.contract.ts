import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff'
import type { TextChange, TextPart } from './history.contract.ts'

/** The maximum number of added and removed lines or words; versions that differ more are not compared. */
const maxEditLength = 1000
/** The number of unchanged lines shown before and after a change. */
const contextLines = 3
/** Passages with a smaller share of common text are shown one after the other. */
const leastInCommon = 0.4

/** Shorter texts are compared with more patience, because comparing them is slow only if something interrupts it. */
const shortLength = 5000

/** Compares two strings line by line, and changed lines word by word. Ignores carriage returns. Stops after about
 *  `patienceMs`. @returns null if nothing changed */
export function textChange(before: string, after: string, patienceMs = 60): TextChange | null {
  const [from, to] = [withoutReturns(before), withoutReturns(after)]
  if (from === to) return null
  const timeout = from.length + to.length < shortLength ? 10 * patienceMs : patienceMs
  const untilMs = performance.now() + timeout
  const lines = diffLines(from, to, { timeout, maxEditLength })
  if (!lines) return { parts: oneAfterTheOther({ removed: from, added: to }), isWhole: true }
  const parts = runsOf(lines).flatMap((run) => (run.same === '' ? byWords(run, untilMs) : same(run.same)))
  return { parts: withGaps(parts), isWhole: false }
}

type TextStretch = Exclude<TextPart, { kind: 'gap' }>

/** Lines that are in both texts, or removed lines with the added lines that replace them. */
interface Run {
  same: string
  removed: string
  added: string
}

const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n')
const same = (text: string): TextStretch[] => [{ kind: 'same', text }]

function runsOf(changes: ChangeObject<string>[]): Run[] {
  const runs: Run[] = []
  for (const { value, added, removed } of changes) {
    const last = runs.at(-1)
    if (!added && !removed) runs.push({ same: value, removed: '', added: '' })
    else if (!last || last.same !== '')
      runs.push({ same: '', removed: removed ? value : '', added: added ? value : '' })
    else if (removed) last.removed += value
    else last.added += value
  }
  return runs
}

function byWords({ removed, added }: Run, untilMs: number): TextStretch[] {
  const timeout = untilMs - performance.now()
  if (removed === '' || added === '' || timeout <= 0) return oneAfterTheOther({ removed, added })
  const words = diffWordsWithSpace(removed, added, { timeout, maxEditLength })
  const inCommon =
    words?.reduce((sum, word) => sum + (word.added || word.removed ? 0 : word.value.trim().length), 0) ?? 0
  if (!words || inCommon < leastInCommon * Math.min(removed.length, added.length)) {
    return oneAfterTheOther({ removed, added })
  }
  return joinedOverSpaces(runsOf(words))
}

/** Joins changed words that are separated only by spaces, for readability. */
function joinedOverSpaces(runs: Run[]): TextStretch[] {
  const joined: Run[] = []
  runs.forEach((run, index) => {
    const last = joined.at(-1)
    const isBetween = last?.same === '' && index < runs.length - 1 && /^[ \t]+$/.test(run.same)
    if (last && isBetween) {
      last.removed += run.same
      last.added += run.same
    } else if (last?.same === '' && run.same === '') {
      last.removed += run.removed
      last.added += run.added
    } else joined.push({ ...run })
  })
  return joined.flatMap((run) => (run.same === '' ? apartFromSpaces(run) : same(run.same)))
}

/** Treats trailing spaces that the two strings have in common as unchanged. */
function apartFromSpaces({ removed, added }: Run): TextStretch[] {
  const spaces = removed.slice(removed.trimEnd().length)
  if (spaces === '' || !added.endsWith(spaces)) return stretches({ removed, added })
  return [
    ...stretches({ removed: removed.slice(0, -spaces.length), added: added.slice(0, -spaces.length) }),
    ...same(spaces),
  ]
}

const oneAfterTheOther = ({ removed, added }: Pick<Run, 'removed' | 'added'>): TextStretch[] =>
  stretches({ removed: removed === '' || added === '' || removed.endsWith('\n') ? removed : `${removed}\n`, added })

const stretches = ({ removed, added }: Pick<Run, 'removed' | 'added'>): TextStretch[] => [
  ...(removed === '' ? [] : [{ kind: 'removed' as const, text: removed }]),
  ...(added === '' ? [] : [{ kind: 'added' as const, text: added }]),
]

/** Omits lines far from any change. */
const withGaps = (parts: TextStretch[]): TextPart[] =>
  parts.flatMap((part, index): TextPart[] => {
    if (part.kind !== 'same') return [part]
    const lines = part.text.split(/(?<=\n)/)
    const head = index === 0 ? 0 : contextLines
    const tail = index === parts.length - 1 ? 0 : contextLines
    const left = lines.length - head - tail
    if (left <= 1) return [part]
    return [
      ...same(lines.slice(0, head).join('')),
      { kind: 'gap' as const, lines: left },
      ...same(lines.slice(lines.length - tail).join('')),
    ].filter((one) => one.kind === 'gap' || one.text !== '')
  })
