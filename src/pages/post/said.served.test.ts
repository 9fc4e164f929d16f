import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

/** A post by Alice with 120 replies from other sites. */
async function site() {
  const served = await servedSite()
  const token = await served.register('alice')
  const db = await testDb()
  const made = await served.ask('/api/posts', { method: 'POST', token, body: { content: 'What do you say?' } })
  const { id } = JSON.parse(made.text) as { id: number }
  await run(db)`
    insert into webmentions (source_url, target_url, source_host, target_path, owner_id, post_id, state, status, type,
      author_name, content_html, created_at)
    select 'https://a.example/' || n, '/', 'a.example', '/', (select member_id from posts where id = ${id}), ${id},
      'verified', 'approved', 'in-reply-to', 'Site ' || n, '<p>Reply ' || n || '.</p>', now() + n * interval '1 minute'
    from generate_series(1, 120) n`
  return { ...served, id }
}
const canonical = (text: string) => /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1]

test('paginates webmentions without JavaScript, with a URL for each page', async () => {
  const { ask, id } = await site()
  const first = (await ask(`/post/${id}`)).text
  assert.ok(first.includes('Reply 50.') && !first.includes('Reply 51.'))
  assert.ok(first.includes(`href="/post/${id}?mentions=2#webmentions"`))
  assert.equal(canonical(first), `${siteUrl}/post/${id}`)
  const second = (await ask(`/post/${id}?mentions=2`)).text
  assert.ok(second.includes('Reply 51.') && !second.includes('Reply 50.') && !second.includes('Reply 101.'))
  assert.ok(second.includes(`href="/post/${id}#webmentions"`))
  assert.equal(canonical(second), `${siteUrl}/post/${id}?mentions=2`)
  assert.match((await ask(`/post/${id}?mentions=3`)).text, /Reply 120\./)
  assert.equal(canonical((await ask(`/post/${id}?mentions=x`)).text), `${siteUrl}/post/${id}`)
  assert.equal((await ask(`/post/${id}?mentions=9`)).status, 200)
})

test('keeps the page number of one list when paging through the other', async () => {
  const { ask, id } = await site()
  const { text } = await ask(`/post/${id}?comments=2&mentions=2`)
  assert.ok(text.includes(`href="/post/${id}?mentions=3&amp;comments=2#webmentions"`))
  assert.ok(text.includes('Reply 51.'))
})
