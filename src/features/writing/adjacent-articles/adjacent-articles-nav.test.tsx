import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { AdjacentArticlesNav } from './adjacent-articles-nav.tsx'
import type { AdjacentArticles } from './adjacent-articles.contract.ts'
import { adjacentArticlesQuery } from './adjacent-articles.hooks.ts'

async function open(adjacent: AdjacentArticles, except?: number) {
  const asked = answer({})
  const cache = createQueryCache()
  cache.setQueryData(adjacentArticlesQuery(7).queryKey, adjacent)
  const { page } = await mount(<AdjacentArticlesNav postId={7} except={except} />, cache)
  await settle()
  return { page, asked }
}

test('links to the previous and next articles from preloaded data', async () => {
  const { page, asked } = await open({
    previous: { id: 3, slug: 'before', title: 'Before' },
    next: { id: 9, slug: 'after', title: 'After' },
  })
  assert.deepEqual(
    [...page.querySelectorAll('a')].map((link) => [link.rel, link.getAttribute('href'), link.textContent]),
    [
      ['prev', '/blog/before', 'Previous articleBefore'],
      ['next', '/blog/after', 'Next articleAfter'],
    ],
  )
  assert.deepEqual(asked, [])
})

test('shows one link on the first and last articles, and none if there is only one article', async () => {
  const { page } = await open({ previous: null, next: { id: 9, slug: 'after', title: 'After' } })
  assert.equal(page.querySelectorAll('a').length, 1)
  assert.equal((await open({ previous: null, next: null })).page.querySelector('nav'), null)
})

test('leaves out an article that the page already links to', async () => {
  const adjacent = {
    previous: { id: 3, slug: 'before', title: 'Before' },
    next: { id: 9, slug: 'after', title: 'After' },
  }
  const { page } = await open(adjacent, 9)
  assert.deepEqual(
    [...page.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    ['/blog/before'],
  )
})
