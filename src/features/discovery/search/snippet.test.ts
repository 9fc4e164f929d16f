import assert from 'node:assert/strict'
import { test } from 'vitest'
import { markedBy, snippetOf, toHighlight } from './snippet.contract.ts'
import { searchable, termsOf } from './terms.contract.ts'

const filler = 'lorem ipsum dolor sit amet '.repeat(20)

test('returns short text in full, on one line', () => {
  assert.equal(snippetOf('One\ntwo  three', ['two']), 'One two three')
})

test('shows the part of long text where the most words occur close together, truncated at word boundaries', () => {
  const text = `A fox. ${filler}the quick brown fox${filler}`
  const stretch = snippetOf(text, ['quick', 'fox'])
  assert.match(stretch, /^… \w.*the quick brown fox.* …$/)
  assert.ok(stretch.length <= 280)
})

test('matches all forms of a word by its stem, but matches a short stem only as a whole word', () => {
  assert.match(snippetOf(`${filler}happiness`, ['happi']), /happiness$/)
  assert.match(snippetOf(`${filler}using`, ['use']), /using$/)
  assert.match(snippetOf(`${filler}going go ${filler}`, ['go']), /going go/)
  assert.match(snippetOf(`going ${filler}`, ['go']), /^going/)
})

test('truncates text without spaces', () => {
  assert.ok(snippetOf('x'.repeat(5000), ['y']).length < 280)
})

test('applies highlights to the original text', () => {
  const text = 'Un Café, C++ & C# <b>'
  assert.equal(toHighlight(text).length, text.length)
  assert.deepEqual(markedBy(text, `Un \ue000Cafe\ue001  \ue000Cpp\ue001   Cʂ  b `), [
    'Un ',
    'Café',
    ', ',
    'C++',
    ' & C# <b>',
  ])
  assert.deepEqual(markedBy(text, 'something else'), [text])
})

test('preserves offsets when normalizing', () => {
  for (const text of ['Ünïcödé', 'e\u0301', '한국어', '👩‍💻 a', 'ﬁ ß İ ẞ', '\ud800'])
    assert.equal(searchable(text).length, text.length, text)
  assert.equal(searchable('Ünïcödé node:http'), 'Unicode node http')
})

test('parses words, phrases, and exclusions', () => {
  assert.deepEqual(termsOf('full-text "State Machine" -draft -"to do" Café C++ x'), {
    words: ['full', 'text', 'Cafe', 'Cpp', 'x'],
    phrases: [['State', 'Machine']],
    excluded: [['draft'], ['to', 'do']],
    endsWithWord: true,
    isSearchable: true,
  })
  assert.deepEqual(termsOf('"open end'), {
    words: [],
    phrases: [['open', 'end']],
    excluded: [],
    endsWithWord: false,
    isSearchable: true,
  })
  for (const nothing of ['', ' ', '-only', '!?', '"', '-', '🎉'])
    assert.equal(termsOf(nothing).isSearchable, false, nothing)
})
