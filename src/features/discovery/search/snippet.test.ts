import assert from 'node:assert/strict'
import { test } from 'vitest'
import { markedBy, snippetOf, toHighlight } from './snippet.contract.ts'
import { searchable, termsOf } from './terms.contract.ts'

const filler = 'lorem ipsum dolor sit amet '.repeat(20)

test('a short text is shown whole, on one line', () => {
  assert.equal(snippetOf('One\ntwo  three', ['two']), 'One two three')
})

test('a long text is shown where most of the words stand together, from a word on and to the end of one', () => {
  const text = `A fox. ${filler}the quick brown fox${filler}`
  const stretch = snippetOf(text, ['quick', 'fox'])
  assert.match(stretch, /^… \w.*the quick brown fox.* …$/)
  assert.ok(stretch.length <= 280)
})

test('the stem of a word finds its forms, and a short one only itself', () => {
  assert.match(snippetOf(`${filler}happiness`, ['happi']), /happiness$/)
  assert.match(snippetOf(`${filler}using`, ['use']), /using$/)
  assert.match(snippetOf(`${filler}going go ${filler}`, ['go']), /going go/)
  assert.match(snippetOf(`going ${filler}`, ['go']), /^going/)
})

test('a text without spaces is cut too', () => {
  assert.ok(snippetOf('x'.repeat(5000), ['y']).length < 280)
})

test('what a highlighted text marks is marked in the text as it was written', () => {
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

test('the words that the search knows keep their places', () => {
  for (const text of ['Ünïcödé', 'e\u0301', '한국어', '👩‍💻 a', 'ﬁ ß İ ẞ', '\ud800'])
    assert.equal(searchable(text).length, text.length, text)
  assert.equal(searchable('Ünïcödé node:http'), 'Unicode node http')
})

test('a question is taken apart into words, phrases and what must not be there', () => {
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
