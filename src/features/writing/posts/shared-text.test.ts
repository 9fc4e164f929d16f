import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sharedText } from './shared-text.contract.ts'

const shared = (given: Record<string, string>) => sharedText(new URLSearchParams(given))

test.each([
  [{}, ''],
  [{ url: 'https://example.org/a' }, 'https://example.org/a'],
  [{ title: 'A page', url: 'https://example.org/a' }, 'A page\n\nhttps://example.org/a'],
  [{ title: 'A page', text: 'Quote', url: 'https://example.org/a' }, 'A page\n\nQuote\n\nhttps://example.org/a'],
  [{ title: 'A page', text: 'A page https://example.org/a' }, 'A page https://example.org/a'],
  [{ title: 'A page', text: 'https://example.org/a', url: 'https://example.org/a' }, 'A page\n\nhttps://example.org/a'],
  [{ title: ' ', text: '\n' }, ''],
])('combines %j into the text of a post', (given, text) => assert.equal(shared(given), text))

test('limits the length of each part', () => {
  assert.equal(shared({ text: 'x'.repeat(100_000) }).length, 5000)
})
