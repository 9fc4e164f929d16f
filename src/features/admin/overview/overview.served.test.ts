import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { siteWithLinus } from '#tests/support/leaving.ts'
import { getOverview, type Overview } from './overview.contract.ts'

async function site(settings: Record<string, string> = {}) {
  const t = await siteWithLinus(settings)
  const overview = async () => (await t.ada<Overview>('GET', getOverview.path)).body
  const warnings = async (check: string) => (await overview()).warnings.filter((warning) => warning.check === check)
  return { ...t, overview, warnings }
}

const hourMs = 3_600_000

test('counts members, posts, and jobs, and shows storage and versions', async () => {
  const t = await site()
  await t.post('ada')
  await t.post('linus')
  const article = { content: 'Many words. '.repeat(10), title: 'An article', isLongForm: true, categoryId: 1 }
  assert.equal((await t.ada('POST', '/api/posts', article)).status, 201)
  await t.ada('PUT', `/api/admin/members/${t.ids.linus}/suspension`, { reason: 'Sells shoes' })
  await run(t.db)`insert into images (bucket, path, width, height, variant_widths, member_id, stored_bytes)
    values ('post-images', 'a.png', 1, 1, '{}', ${t.ids.ada}, 2048)`
  await enqueue(t.db, 'unknown.task', {}, { runAt: new Date(Date.now() - 2 * hourMs) })
  const { members, posts, storage, jobs, versions } = await t.overview()
  assert.deepEqual(members, { total: 1, suspended: 1 })
  assert.deepEqual(posts, { short: 1, articles: 1 }) // without those of suspended members
  assert.deepEqual([storage.pictures, storage.recordings], [2048, 0])
  assert.ok(storage.database > 1_000_000 && storage.disk.free > 0 && storage.disk.total > storage.disk.free)
  assert.ok(jobs.waiting >= 1 && jobs.longestWaitSeconds >= 7200)
  assert.match(versions.program, /^\d+\.\d+\.\d+/)
  assert.equal(versions.node, process.versions.node)
  assert.match(versions.postgres, /^1[4-9](\.\d+)?$/)
  assert.match(versions.schema, /^\d{4}-[a-z-]+$/)
})

test('warns about overdue jobs, missing email, and an old or failed backup, each with its fix', async () => {
  const t = await site()
  assert.deepEqual(await t.warnings('jobs'), [])
  const mail = (await t.warnings('settings')).find(({ message }) => message.includes('mail server'))
  assert.equal(mail?.fix, 'Set SMTP_URL and MAIL_FROM.')
  await enqueue(t.db, 'unknown.task', {}, { runAt: new Date(Date.now() - 2 * hourMs) })
  const [late] = await t.warnings('jobs')
  assert.deepEqual([late?.severity, late?.message], ['error', 'A job has been waiting for 120 minutes.'])
  const [none] = await t.warnings('backups')
  assert.equal(none?.severity, 'warning')
  const ago = (days: number) => new Date(Date.now() - days * 24 * hourMs)
  const verified = (id: string, days: number) => run(t.db)`
    insert into backups (backup_id, reason, started_at, bytes, verified_at)
    values (${id}, 'nightly', ${ago(days)}, 4096, ${ago(days)})`
  await verified('old', 40)
  const [old] = await t.warnings('backups')
  assert.deepEqual([old?.severity, old?.message], ['error', 'The last verified backup is 40 days old.'])
  await verified('new', 1)
  assert.deepEqual(await t.warnings('backups'), [])
  await run(t.db)`insert into backups (reason, started_at, error) values ('nightly', now(), 'The disk is full.')`
  const [failed] = await t.warnings('backups')
  assert.deepEqual([failed?.severity, failed?.message], ['error', 'The last backup failed: The disk is full.'])
  assert.match(failed!.fix, /devstead backup create --verify/)
  const { backups } = await t.overview()
  assert.deepEqual([backups.lastVerified?.backupId, backups.backups.length], ['new', 3])
})

test('allows access only to administrators', async () => {
  const t = await site()
  assert.equal((await t.linus('GET', getOverview.path)).status, 403)
  assert.equal((await t.stranger('GET', getOverview.path)).status, 401)
  assert.deepEqual(t.logged, [])
})
