import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pictureIn, readFrontMatter, textOf, textsOf, timeOf } from './front-matter.ts'

test('reads YAML, TOML, and JSON', () => {
  for (const text of [
    '---\ntitle: Looms\ntags: [a, "b c"]\ndraft: true\n---\nBody',
    '+++\ntitle = "Looms"\ntags = ["a", "b c"]\ndraft = true\n+++\nBody',
    '{\n  "title": "Looms",\n  "tags": ["a", "b c"],\n  "draft": true\n}\nBody',
    '{"title": "Looms", "tags": ["a", "b c"], "draft": true}\nBody',
    '{ "title": "Looms",\n  "tags": ["a", "b c"],\n  "draft": true\n}\nBody',
  ]) {
    const { fields, body } = readFrontMatter(text)
    assert.deepEqual(
      [textOf(fields, 'title'), textsOf(fields, ['tags']), fields['draft'], body],
      ['Looms', ['a', 'b c'], true, 'Body'],
    )
  }
})

test('reads front matter after blank lines, but not the text between two thematic breaks', () => {
  for (const text of [
    '\n---\ntitle: Looms\n---\nBody',
    ' \n\n+++\ntitle = "Looms"\n+++\nBody',
    '\n{\n"title": "Looms"\n}\nBody',
  ]) {
    const { fields, body } = readFrontMatter(text)
    assert.deepEqual([textOf(fields, 'title'), body], ['Looms', 'Body'])
  }
  assert.deepEqual(readFrontMatter('\n---\nA text\n---\n'), { fields: {}, body: '\n---\nA text\n---\n' })
  assert.throws(() => readFrontMatter('\n---\ntitle: a\nb: [\n---\n'), /invalid on line [45]/)
  assert.throws(() => readFrontMatter('\n---\na: b\n'), /starts on line 2, is not closed/)
})

test('reads TOML dates with their time zone, and TOML tables', () => {
  const { fields } = readFrontMatter(
    '+++\ndate = 2019-03-04T18:30:00+01:00\nlastmod = 2019-03-05\n[taxonomies]\ntags = ["x"]\n[cover]\nimage = "a.png"\n+++\n',
  )
  assert.equal(timeOf(textOf(fields, 'date'))?.toISOString(), '2019-03-04T17:30:00.000Z')
  assert.equal(timeOf(textOf(fields, 'lastmod'))?.toISOString(), '2019-03-05T00:00:00.000Z')
  assert.deepEqual([textsOf(fields, ['tags']), pictureIn(fields, ['cover'])], [['x'], 'a.png'])
})

test('finds the cover picture in a string, a list, or an object', () => {
  assert.equal(pictureIn({ images: ['/a.png', '/b.png'] }, ['cover', 'images']), '/a.png')
  assert.equal(pictureIn({ heroImage: { src: './a.png', alt: 'A' } }, ['heroImage']), './a.png')
  assert.equal(pictureIn({ cover: true, image: null }, ['cover', 'image']), '')
})

test('rejects invalid or unclosed front matter', () => {
  for (const text of ['---\na: [\n---\n', '+++\na = b\n+++\n', '{\n"a": \n}\n'])
    assert.throws(() => readFrontMatter(text), /front matter is invalid/)
  for (const text of ['---\na: b\n', '+++\na = 1\n']) assert.throws(() => readFrontMatter(text), /not closed/)
  assert.deepEqual(readFrontMatter('A text'), { fields: {}, body: 'A text' })
  for (const text of ['{ not: json }\n', '{"a"}\n']) assert.equal(readFrontMatter(text).body, text)
  assert.throws(() => readFrontMatter('{"title": }\n'), /invalid on line 1/)
})

test('splits strings at commas, or at spaces for Jekyll, and keeps list items intact', () => {
  assert.deepEqual(textsOf({ tags: 'a, b c' }, ['tags']), ['a', 'b c'])
  assert.deepEqual(textsOf({ tags: 'a b', more: ['c d', 2024] }, ['tags', 'more'], /[,\s]+/), ['a', 'b', 'c d', '2024'])
})
