import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { textChange } from './text-change.contract.ts'
import type { TextChange } from './history.contract.ts'

/** Formats changes on one line: `[-removed-]`, `{+added+}`, `(3)` for three omitted lines. */
const shown = (change: TextChange | null): string =>
  (change?.parts ?? [])
    .map((part) => {
      if (part.kind === 'gap') return `(${part.lines})`
      if (part.kind === 'same') return part.text
      return part.kind === 'added' ? `{+${part.text}+}` : `[-${part.text}-]`
    })
    .join('')
const between = (before: string, after: string) => shown(textChange(before, after))
/** Returns the text before or after the change. */
const side = (change: TextChange, kind: 'removed' | 'added') =>
  change.parts.map((part) => (part.kind === 'same' || part.kind === kind ? part.text : '')).join('')

test('marks changed words within a line', () => {
  assert.equal(
    between('The quick brown fox jumps.\n', 'The slow brown fox walks.\n'),
    'The [-quick-]{+slow+} brown fox [-jumps-]{+walks+}.\n',
  )
})

test('merges changed words that are separated only by a space', () => {
  assert.equal(
    between('I like red apples from the old garden', 'I like green pears from the old garden'),
    'I like [-red apples-]{+green pears+} from the old garden',
  )
  assert.equal(
    between('I wrote a little tool that renames', 'I wrote a tiny command-line tool that renames'),
    'I wrote a [-little-]{+tiny command-line+} tool that renames',
  )
})

test('marks added, removed, and replaced lines', () => {
  assert.equal(between('one\ntwo\n', 'one\nand a half\ntwo\n'), 'one\n{+and a half\n+}two\n')
  assert.equal(between('one\ntwo\n', 'two\n'), '[-one\n-]two\n')
  assert.equal(between('Hello world', 'Nothing of that kind'), '[-Hello world\n-]{+Nothing of that kind+}')
  assert.equal(between('Hello', 'Hello\n\nThere'), 'Hello{+\n\nThere+}')
})

test('omits unchanged lines except for three before and after each change', () => {
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n}\n`)
  const after = lines.with(15, 'another\n')
  assert.equal(
    between(lines.join(''), after.join('')),
    '(12)line 12\nline 13\nline 14\n[-line 15\n-]{+another\n+}line 16\nline 17\nline 18\n(11)',
  )
})

test('returns null for equal text, and ignores carriage returns', () => {
  assert.equal(textChange('a\nb', 'a\nb'), null)
  assert.equal(textChange('a\r\nb', 'a\nb'), null)
  assert.equal(between('a\r\nb\r\n', 'a\nb\nc\n'), 'a\nb\n{+c\n+}')
})

test('compares text in other scripts', () => {
  assert.equal(between('今日は雨です', '今日は雪です'), '今日は[-雨-]{+雪+}です')
  assert.equal(between('Привет, мир 🌍!', 'Привет, мир 🌞!'), 'Привет, мир [-🌍-]{+🌞+}!')
})

test('limits the time spent on hostile text without losing any text', () => {
  const length = 100_000
  const words = (seed: number) =>
    Array.from({ length: length / 4 }, (_, n) => String.fromCodePoint(97 + ((n * n * seed) % 26)).repeat(3)).join(' ')
  const pairs: [string, string][] = [
    ['a\n'.repeat(length / 2), 'b\n'.repeat(length / 2)],
    ['a\nb\n'.repeat(length / 4), 'b\nc\na\n'.repeat(length / 6)],
    ['\n'.repeat(length), ' \n'.repeat(length / 2)],
    [words(3), words(7)],
    ['a'.repeat(length), `${'a'.repeat(length - 1)}b`],
    ['a '.repeat(length / 2), 'a a b '.repeat(length / 6)],
    ['!'.repeat(length), '?!'.repeat(length / 2)],
    ['\ud800'.repeat(length), '\u0300'.repeat(length)],
    ['一'.repeat(length), '一二'.repeat(length / 2)],
    [`${' '.repeat(length - 1)}a`, `${' '.repeat(length - 1)}b`],
  ]
  for (const [before, after] of pairs) {
    const startedMs = cpuMs()
    const change = textChange(before, after)!
    const tookMs = cpuMs() - startedMs
    assert.ok(tookMs < 1000, `${before.slice(0, 6)} took ${tookMs} ms`)
    if (change.parts.some(({ kind }) => kind === 'gap')) continue
    assert.equal(side(change, 'added'), after)
    assert.equal(side(change, 'removed').trimEnd(), before.trimEnd())
  }
})
