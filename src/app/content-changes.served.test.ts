import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, vi } from 'vitest'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { run } from '#kernel/db.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { siteTables } from '#tests/tables.ts'
import { servedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'
import { unshownTables } from './content-changes.ts'

const soon = { timeout: patienceMs, interval: 20 }
/** Pages are always cached for a second. */
const aSecond = 1100

/** Records the statements that read posts, the site's navigation, or comments from now on. */
function reads(): string[] {
  const seen: string[] = []
  watchStatements((text) => {
    if (/\b(readable_posts|site_pages|comments|webmentions)\b/.test(text)) seen.push(text)
  })
  return seen
}

/** A site with an article by Alice in a series. */
async function siteWithArticle() {
  const site = await servedSite()
  const token = await site.register('alice')
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await site.ask(path, { method, token, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text && JSON.parse(answer.text)
  }
  const article = (title: string) => ({
    title,
    content: `${title} is an article that is long enough to be published, with more than a few words. `.repeat(10),
    isLongForm: true,
    categoryId: 1,
    series: { name: 'Bridges', part: 1 },
  })
  const { id, slug } = (await call('POST', '/api/posts', article('Arches'))) as { id: number; slug: string }
  return { site, call, article, id, path: `/blog/${slug}` }
}

async function shows(site: ServedSite, path: string, expected: RegExp): Promise<void> {
  await vi.waitFor(async () => assert.ok(expected.test((await site.ask(path)).text), String(expected)), soon)
}

test('serves a page for longer than a second without reading anything, until something changes', async () => {
  const seen = reads()
  const { site, call, article, path } = await siteWithArticle()
  const paths = [path, '/', '/blog', '/profile/alice', '/series/bridges', '/api/posts?limit=15']
  await shows(site, path, /Arches/)
  const etags = async () => Promise.all(paths.map(async (one) => (await site.ask(one)).headers.etag))
  const before = await etags()
  await sleep(aSecond)
  await etags() // reads what background jobs have changed since
  await sleep(aSecond)
  seen.length = 0
  assert.deepEqual(await etags(), before)
  assert.deepEqual(seen, [])
  await call('POST', '/api/posts', { ...article('Beams'), series: null })
  for (const one of ['/', '/blog', '/profile/alice', '/api/posts?limit=15']) await shows(site, one, /Beams/)
})

test('stops showing a deleted comment immediately', async () => {
  const { site, call, id, path } = await siteWithArticle()
  for (let round = 0; round < 3; round++) {
    const comment = (await call('POST', `/api/posts/${id}/comments`, { content: 'A hasty comment' })) as { id: number }
    await shows(site, path, /A hasty comment/)
    await call('DELETE', `/api/comments/${comment.id}`)
    assert.doesNotMatch((await site.ask(path)).text, /A hasty comment/)
  }
})

test('shows a change to anything on a post’s page within a second', async () => {
  const { site, call, id, path } = await siteWithArticle()
  const { db } = site.ctx
  const appears = async (expected: RegExp) => {
    await shows(site, path, expected)
    await sleep(aSecond)
    await shows(site, path, expected) // cached until the next change
  }
  await appears(/Arches/)
  await call('POST', `/api/posts/${id}/like`)
  await appears(/"likeCount":1/)
  await call('POST', `/api/posts/${id}/comments`, { content: 'A keystone comment' })
  await appears(/A keystone comment/)
  await run(db)`
    insert into webmentions (source_url, target_url, source_host, target_path, owner_id, post_id, state, status, type,
      author_name, content_html)
    select 'https://a.example/1', '/', 'a.example', '/', member_id, id, 'verified', 'approved', 'in-reply-to', 'A site',
      '<p>A reply from elsewhere</p>' from posts where id = ${id}`
  await appears(/A reply from elsewhere/)
  await call('PUT', `/api/posts/${id}/pin`)
  await appears(/"isPinned":true/)
  await call('POST', '/api/posts', {
    title: 'Trusses',
    content: 'The second part of the series, which is long enough to be published as an article. '.repeat(10),
    isLongForm: true,
    categoryId: 1,
    series: { name: 'Bridges', part: 2 },
  })
  await appears(/Trusses/)
  await call('POST', '/api/users', { profileImage: 'https://pictures.example/mason.png' })
  await appears(/mason\.png/)
  await call('PATCH', `/api/posts/${id}`, { tags: ['masonry'] })
  await appears(/masonry/)
  await call('POST', '/api/pages', {
    title: 'Toolbox',
    content: 'Tools',
    slug: 'toolbox',
    isPublished: true,
    isInNavigation: true,
  })
  await appears(/Toolbox/)
  await run(
    db,
  )`update post_categories set display_name = 'Stonework' where id = (select category_id from posts where id = ${id})`
  await appears(/Stonework/)
  const { version } = (await call('GET', '/api/admin/settings')) as { version: number }
  await call('PUT', '/api/admin/settings', { settings: { ...defaultSettings, name: 'The Workshop' }, version })
  await appears(/The Workshop/)
  await call('DELETE', `/api/posts/${id}`)
  await vi.waitFor(async () => assert.equal((await site.ask(path)).status, 410), soon)
})

test('ignores only tables that exist and whose triggers change nothing else', () => {
  const tables = siteTables()
  const names = new Set(tables.map(({ name }) => name))
  assert.deepEqual(
    [...unshownTables].filter((name) => !names.has(name)),
    [],
  )
  const leaks = tables.flatMap(({ name, triggers }) =>
    unshownTables.has(name) ? [] : triggers.filter((trigger) => unshownTables.has(trigger.split(' on ')[1]!)),
  )
  assert.deepEqual(leaks, [])
})
