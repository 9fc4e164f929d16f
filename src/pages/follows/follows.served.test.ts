import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

/** Returns a site with Alice and twelve followers. */
async function site() {
  const served = await servedSite()
  await served.register('Alice')
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 12) n`
  await run(db)`insert into follows (follower_id, following_id, created_at)
    select f.id, a.id, now() - f.id * interval '1 minute' from members f, members a
    where a.username = 'Alice' and f.username <> 'Alice'`
  await run(db)`insert into follow_counts select id, 12, 0 from members where username = 'Alice'`
  return served
}
const canonical = (text: string) => /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1]

test('serves paginated followers without scripts, with pagination links for search engines', async () => {
  const { ask } = await site()
  const profile = (await ask('/profile/Alice')).text
  assert.ok(profile.includes('href="/profile/Alice/followers"') && profile.includes('href="/profile/Alice/following"'))
  const first = (await ask('/profile/Alice/followers')).text
  assert.match(first, /<title>Followers of Full Alice \(@Alice\)/)
  assert.ok(first.includes('Member 1<') && first.includes('href="/profile/Alice/followers?page=2"'))
  assert.equal(canonical(first), `${siteUrl}/profile/Alice/followers`)
  assert.match(first, /<link rel="next" href="[^"]*\/profile\/Alice\/followers\?page=2"/)
  const second = (await ask('/profile/Alice/followers?page=2')).text
  assert.ok(second.includes('Member 12<') && !second.includes('Member 1<'))
  assert.equal(canonical(second), `${siteUrl}/profile/Alice/followers?page=2`)
  assert.match(second, /<link rel="prev" href="[^"]*\/profile\/Alice\/followers"/)
  const past = (await ask('/profile/Alice/followers?page=9')).text
  assert.ok(past.includes('Go to the first page') && past.includes('content="noindex"'))
  assert.match((await ask('/profile/Alice/following')).text, /isn’t following anyone yet/)
})

test('redirects to the canonical username and returns 404 for unknown members', async () => {
  const { ask } = await site()
  const { status, headers } = await ask('/profile/ALICE/followers?page=2')
  assert.deepEqual([status, headers.location], [308, '/profile/Alice/followers?page=2'])
  for (const name of ['nobody', '12', 'x'.repeat(200)]) {
    const missing = await ask(`/profile/${name}/following`)
    assert.equal(missing.status, 404, name)
    assert.match(missing.text, /Profile Not Found/)
  }
})
