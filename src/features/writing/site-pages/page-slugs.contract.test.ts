import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PageSlug, slugFrom } from './page-slugs.contract.ts'
import { slugInPath } from './page-paths.contract.ts'

const faultOf = (slug: string) => PageSlug.safeParse(slug).error?.issues[0]?.message

test('accepts up to three segments of letters, digits, and hyphens, and normalizes them', () => {
  for (const slug of ['about', 'now', '2024', 'talks/2024', 'a/b/c', 'a--b', 'a'.repeat(80)]) {
    assert.equal(PageSlug.parse(slug), slug)
  }
  assert.equal(PageSlug.parse(' /About/ '), 'about')
  assert.equal(slugInPath('/Talks/2024/'), 'talks/2024')
})

test('rejects all other slugs', () => {
  for (const slug of ['', ' ', '/', '//']) assert.equal(faultOf(slug), 'Choose an address, such as about', slug)
  const bad = [
    'a b',
    'ü',
    'a_b',
    'robots.txt',
    '-a',
    'a-',
    'a//b',
    'a/b/c/d',
    '../a',
    '%61',
    'a?b',
    'a#b',
    'a\0',
    '日本語',
  ]
  for (const slug of bad) assert.match(faultOf(slug) ?? '', /^Use lowercase letters, digits, and hyphens/, slug)
  for (const length of [81, 161, 10_000]) assert.match(faultOf('a'.repeat(length)) ?? '', /at most 80 characters/)
  assert.equal(slugInPath(`/a${'/'.repeat(16_000)}b`), null)
})

test('derives a slug from a title or from a URL on another site', () => {
  assert.equal(slugFrom('Über uns'), 'uber-uns')
  assert.equal(slugFrom('What I’m doing now!'), 'what-im-doing-now')
  assert.equal(slugFrom('/talks/2024/index.html'), 'talks/2024')
  assert.equal(slugFrom('/About.html'), 'about')
  assert.equal(slugFrom('https'), 'https')
  assert.equal(slugFrom('word '.repeat(30)), Array(16).fill('word').join('-'))
  assert.equal(slugFrom('関于'), null)
})
