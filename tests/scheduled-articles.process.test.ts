import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { inTransaction, many, one, run } from '#kernel/db.ts'
import { scheduleDraft } from '#features/writing/draft-schedules/draft-schedules.contract.ts'
import { putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { testDatabaseUrl, testDb, testIdentityKey } from './support/database.ts'
import { patienceMs } from './support/patience.ts'
import { startSite, temporaryDataDir } from './support/site.ts'

const count = 12
/** Each process publishes two articles at the same time. */
const jobsOfOneProcess = 2

async function siteOn(url: string) {
  const { dataDir, remove } = temporaryDataDir()
  const settings = { DATABASE_URL: url, IDENTITY_KEY: testIdentityKey, RATE_LIMITS: 'off' }
  const site = await startSite(dataDir, settings)
  onTestFinished(async () => {
    await site.stop()
    remove()
  })
  return site
}

async function send<Body>(method: string, url: string, body: unknown, token = ''): Promise<Body> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  assert.ok(answer.ok, `${method} ${url}: ${answer.status}`)
  return (await answer.json()) as Body
}

test(
  'publishes each scheduled article once, with redirects from its old URLs, even if a process is killed',
  { timeout: 600_000 },
  async () => {
    const db = await testDb()
    const url = await testDatabaseUrl()
    const first = await siteOn(url)
    await siteOn(url)
    const data = { username: 'ada', fullName: 'Ada Lovelace' }
    const account = { email: 'ada@devstead.test', password: 'loom-and-engine', data }
    const { access_token: token } = await send<{ access_token: string }>('POST', `${first.url}/auth/v1/signup`, account)

    const publishAt = new Date(Date.now() + 5000).toISOString()
    for (let n = 0; n < count; n++) {
      const key = n.toString(16).padStart(32, '0')
      const content = 'It is written. '.repeat(10)
      const draft = {
        title: `Article ${n}`,
        content,
        categoryId: 1,
        postId: null,
        baseUpdatedAt: null,
        updatedAt: null,
      }
      await send('PUT', first.url + putDraft.href({ key }), draft, token)
      await run(db)`
        insert into imports (member_id, source_key, post_id, draft_key, imported_at, old_paths)
        select member_id, 'File ' || key, 0, key, now(), array['/old/' || key, '/x/' || key] from drafts where key = ${key}`
      await send('PUT', first.url + scheduleDraft.href({ key }), { publishAt, timeZone: 'Europe/London' }, token)
    }

    await inTransaction(db, async (lock) => {
      await run(lock)`lock table post_totals in access exclusive mode`
      const blocked = async () =>
        (await one<{ count: number }>(db)`
          select count(*)::int from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%post_totals%'`)!.count
      await vi.waitFor(async () => assert.ok((await blocked()) > jobsOfOneProcess), patienceMs)
      await first.kill()
    })

    const posts = () => many<{ title: string; createdAt: Date }>(db)`
      select title, created_at as "createdAt" from posts order by id`
    await vi.waitFor(async () => assert.equal((await posts()).length, count), {
      timeout: 2 * patienceMs,
      interval: 200,
    })
    await first.again()
    const left = () => many(db)`
      select from graphile_worker.jobs where task_identifier = 'draft-schedules.publish'`
    await vi.waitFor(async () => assert.deepEqual(await left(), []), { timeout: 2 * patienceMs, interval: 200 })
    const published = await posts()
    assert.equal(new Set(published.map(({ title }) => title)).size, count)
    assert.equal(published.length, count)
    for (const { createdAt } of published) assert.ok(createdAt.toISOString() >= publishAt)
    assert.deepEqual(await many(db)`select from drafts union all select from draft_schedules`, [])
    const redirects = await one(db)`
      select count(*)::int, count(distinct target)::int as targets, bool_and(posts.id is not null) as "haveArticles"
      from redirects left join posts on target = '/blog/' || slug`
    assert.deepEqual(redirects, { count: 2 * count, targets: count, haveArticles: true })
    assert.deepEqual(await many(db)`select from imports where draft_key is not null or old_paths is not null`, [])
    assert.deepEqual(await many(db)`select kind, count(*)::int from notifications group by kind`, [
      { kind: 'schedule_published', count },
    ])
  },
)
