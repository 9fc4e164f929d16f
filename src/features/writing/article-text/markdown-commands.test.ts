import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  type Command,
  linked,
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleLink,
  toggleList,
  toggleQuote,
} from './markdown-commands.hooks.ts'

/** Runs the command on a string. `⟦` and `⟧` mark the selection, or `│` marks the caret. */
function done(command: Command, marked: string): string {
  const { text, start, end } = command(read(marked))
  if (start === end) return `${text.slice(0, start)}│${text.slice(start)}`
  return `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`
}

function read(marked: string) {
  const caret = marked.indexOf('│')
  if (caret >= 0) return { text: marked.replace('│', ''), start: caret, end: caret }
  const start = marked.indexOf('⟦')
  return { text: marked.replace(/[⟦⟧]/g, ''), start, end: marked.indexOf('⟧') - 1 }
}

/** Checks that the command changes the text, and that running it again restores it. */
function assertBoth(command: Command, before: string, after: string) {
  assert.equal(done(command, before), after)
  assert.equal(done(command, after), before)
}

test('toggles bold for the selection', () => {
  assertBoth(toggleBold, 'a ⟦word⟧ b', 'a **⟦word⟧** b')
  assert.equal(done(toggleBold, 'a ⟦**word**⟧ b'), 'a ⟦word⟧ b')
  assert.equal(done(toggleBold, 'a⟦ word ⟧b'), 'a **⟦word⟧** b')
})

test('formats the word at the cursor, or inserts empty markers to type between', () => {
  assertBoth(toggleBold, 'a wo│rd b', 'a **wo│rd** b')
  assertBoth(toggleBold, 'naïve don’t│', 'naïve **don’t│**')
  assert.equal(done(toggleItalic, '│'), '_│_')
  assertBoth(toggleBold, 'a │ b', 'a **│** b')
})

test('nests italics and bold', () => {
  assertBoth(toggleItalic, '**⟦word⟧**', '**_⟦word⟧_**')
  assertBoth(toggleBold, '_⟦word⟧_', '_**⟦word⟧**_')
  assert.equal(done(toggleItalic, '__⟦word⟧__'), '___⟦word⟧___')
})

test('formats the text of each selected line, but not its list, quote, or heading marker', () => {
  assertBoth(
    toggleBold,
    '⟦- one\n\n1. two\n> three\n## four\nfive⟧',
    '⟦- **one**\n\n1. **two**\n> **three**\n## **four**\n**five**⟧',
  )
  assert.equal(done(toggleBold, '⟦**one**\ntwo⟧'), '⟦**one**\n**two**⟧')
})

test('turns part of a line into inline code, and several lines into a code block', () => {
  assertBoth(toggleCode, 'let ⟦a = 1⟧', 'let `⟦a = 1⟧`')
  assertBoth(toggleCode, 'x\n⟦let a\nlet b⟧\ny', 'x\n⟦```\nlet a\nlet b\n```⟧\ny')
  assert.equal(done(toggleCode, '⟦```js\nlet a\n```⟧'), '⟦let a⟧')
})

test('turns a line into a heading, replacing its previous level', () => {
  assertBoth(toggleHeading, 'one\ntw│o\nthree', 'one\n## tw│o\nthree')
  assert.equal(done(toggleHeading, '#### one│'), 'one│')
  assert.equal(done(toggleHeading, '│'), '## │')
  assert.equal(done(toggleHeading, '\n│'), '\n## │')
  assert.equal(done(toggleHeading, '│\nx'), '## │\nx')
})

test('toggles lists and block quotes', () => {
  assertBoth(toggleList, '⟦one\n\ntwo⟧', '⟦- one\n\n- two⟧')
  assert.equal(done(toggleList, '⟦- one\ntwo⟧'), '⟦- one\n- two⟧')
  assert.equal(done(toggleList, '⟦1. one\n2. two⟧'), '⟦- one\n- two⟧')
  assertBoth(toggleQuote, '⟦one\n\ntwo⟧\nthree', '⟦> one\n> \n> two⟧\nthree')
  assert.equal(done(toggleList, 'on⟦e\ntwo\n⟧three'), '⟦- one\n- two⟧\nthree')
})

test('inserts a link and selects the URL placeholder, or removes the link that the cursor is in', () => {
  assert.equal(done(toggleLink, 'see ⟦here⟧.'), 'see [here](⟦https://⟧).')
  assert.equal(done(toggleLink, 'see [here](⟦https://⟧).'), 'see ⟦here⟧.')
  assert.equal(done(toggleLink, 'see ⟦[here](https://a.example)⟧.'), 'see ⟦here⟧.')
  assert.equal(done(toggleLink, '⟦https://a.example⟧'), '[│](https://a.example)')
  assert.equal(done(toggleLink, 'se│e'), '[see](⟦https://⟧)')
  assert.equal(done(toggleLink, '![a pi│cture](/i.png)'), '![a [picture](⟦https://⟧)](/i.png)')
})

test('turns the selection into a link when a URL is pasted, and pastes other text unchanged', () => {
  const over = (marked: string, pasted: string) => linked(read(marked), pasted)?.text
  assert.equal(over('see ⟦here⟧.', ' https://a.example/b_(c)\n'), 'see [here](https://a.example/b_%28c%29).')
  for (const [marked, pasted] of [
    ['see │', 'https://a.example'],
    ['⟦see⟧', 'words'],
    ['⟦see⟧', 'https://a.example and words'],
    ['⟦https://a.example⟧', 'https://b.example'],
    ['⟦one\ntwo⟧', 'https://a.example'],
    ['[see](⟦https://⟧)', 'https://a.example'],
    ['⟦see⟧', 'javascript:alert(1)'],
  ] as const) {
    assert.equal(over(marked, pasted), undefined, marked)
  }
})
