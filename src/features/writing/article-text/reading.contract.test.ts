import assert from 'node:assert/strict'
import { test } from 'vitest'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { minutesToRead, wordCountOf } from './reading.contract.ts'

test('counts words, excluding Markdown syntax and URLs', () => {
  assert.equal(wordCountOf(''), 0)
  assert.equal(wordCountOf('## One **two**\n\n- three\n- - four\n> five\n\n---\n\n| six | seven |\n| --- | --- |'), 7)
  assert.equal(wordCountOf('[one two](https://a.example "a title") ![three](/i.png)'), 3)
  assert.equal(wordCountOf('```js\nlet one\n```\n<iframe src="x" title="y"></iframe>'), 2)
  assert.equal(wordCountOf('naïve — “quoted” 3 C++ 🌍'), 5)
})

test('computes the same reading time as for the published article', () => {
  const paragraph = 'Some *words* and a [link to somewhere](https://a.example), `code` too. '
  for (const times of [0, 1, 19, 20, 40, 41, 200]) {
    const markdown = `## Heading\n\n${paragraph.repeat(times)}\n\n- one\n- two\n`
    const { readingMinutes } = renderMarkdown(markdown, { siteUrl: 'http://devstead.test', image: () => null })
    assert.equal(minutesToRead(wordCountOf(markdown)), readingMinutes, String(times))
  }
})
