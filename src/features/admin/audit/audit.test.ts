import assert from 'node:assert/strict'
import { test } from 'vitest'
import { audit, auditAccount, sweepAuditLog } from '#kernel/audit.store.ts'
import { many, one, run } from '#kernel/db.ts'
import { withTrace } from '#kernel/trace.ts'
import { cast } from '#tests/support/cast.ts'
import type { AuditEntry, AuditLog } from './audit.contract.ts'
import { exportAuditLog, getAuditLog } from './audit.contract.ts'
import { auditFeature } from './audit.feature.ts'

const days = 90

async function site() {
  const t = await cast(auditFeature.routes, { auditLog: { days } })
  const list = async (query = '') => (await t.admin<AuditLog>('GET', getAuditLog.path + query)).body
  const texts = async (query = '') => (await list(query)).entries.map(({ action }) => action)
  const download = (query = '') => t.admin<unknown>('GET', exportAuditLog.path + query)
  return { ...t, list, texts, download }
}

/** Adds entries such that each filter matches some and excludes others. */
async function filled() {
  const t = await site()
  const { alice, admin } = t.members
  await audit(t.db, { action: 'member.suspended', actor: admin.id, subjectId: alice.id, details: { reports: 2 } })
  await audit(t.db, { action: 'post.deleted', actor: admin.id, subjectId: alice.id, target: '/post/7' })
  await audit(t.db, { action: 'secrets.rotated', actor: 'operator', details: { secrets: 'sessions' } })
  await audit(t.db, { action: 'archive.requested', actor: alice.id, subjectId: alice.id })
  await auditAccount(t.db, { action: 'sign_in.failed', account: { issuer: 'test', subject: 'bob' }, by: 'visitor' })
  return t
}

test('lists entries newest first, with who acted, the affected member, and the request', async () => {
  const t = await site()
  const { alice, admin } = t.members
  await withTrace({ requestId: 'the-request' }, () =>
    audit(t.db, { action: 'post.deleted', actor: admin.id, subjectId: alice.id, target: '/post/7', details: { a: 1 } }),
  )
  await audit(t.db, { action: 'role.ownership_granted', actor: 'site', subjectId: admin.id })
  const { entries, ...rest } = await t.list()
  assert.deepEqual(rest, { days, next: null })
  const [second, first] = entries
  assert.deepEqual([second?.text, second?.actorKind, second?.actor], ['Made a member the owner', 'site', null])
  const { id: _, recordedAt, ...facts } = first!
  assert.ok(Math.abs(Date.parse(recordedAt) - Date.now()) < 60_000)
  const person = ({ id, username }: typeof admin, displayName: string) => ({
    id,
    username,
    displayName,
    profileImage: null,
  })
  assert.deepEqual(facts, {
    action: 'post.deleted',
    text: 'Deleted someone else’s post',
    actorKind: 'member',
    actor: person(admin, 'Ada Admin'),
    subject: person(alice, 'Alice Archer'),
    target: '/post/7',
    details: { a: 1 },
    requestId: 'the-request',
  })
})

test('selects entries by action, kind of actor, member, and day', async () => {
  const t = await filled()
  const all = ['sign_in.failed', 'archive.requested', 'secrets.rotated', 'post.deleted', 'member.suspended']
  assert.deepEqual(await t.texts(), all)
  assert.deepEqual(await t.texts('?action=post.deleted'), ['post.deleted'])
  assert.deepEqual(await t.texts('?who=operator'), ['secrets.rotated'])
  assert.deepEqual(await t.texts('?who=member&member=alice'), ['archive.requested', 'post.deleted', 'member.suspended'])
  assert.deepEqual(await t.texts('?member=BOB'), ['sign_in.failed'])
  assert.deepEqual(await t.texts('?member=nobody'), [])
  await insertOld(t, 2, 'page.created')
  const today = new Date().toISOString().slice(0, 10)
  const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual(await t.texts(`?from=${today}`), all)
  assert.deepEqual(await t.texts(`?from=${before}&to=${before}`), ['page.created'])
})

test('paginates the selected entries', async () => {
  const t = await filled()
  const pagesOf = async (query: string) => {
    const pages: string[][] = []
    for (let next: number | null | undefined; next !== null;) {
      const page: AuditLog = await t.list(`?limit=2&${query}${next ? `&before=${next}` : ''}`)
      pages.push(page.entries.map(({ action }) => action))
      next = page.next
    }
    return pages
  }
  assert.deepEqual(await pagesOf(''), [
    ['sign_in.failed', 'archive.requested'],
    ['secrets.rotated', 'post.deleted'],
    ['member.suspended'],
  ])
  assert.deepEqual(await pagesOf('who=member'), [['archive.requested', 'post.deleted'], ['member.suspended']])
  // Alice acted in one of these entries and is the subject of all of them.
  assert.deepEqual(await pagesOf('member=alice'), [['archive.requested', 'post.deleted'], ['member.suspended']])
})

test('exports all selected entries as JSON and as CSV that spreadsheets do not execute', async () => {
  const t = await filled()
  await audit(t.db, { action: 'redirect.created', actor: t.members.admin.id, target: '=cmd|"x",1' })
  const json = await t.download('?format=json')
  assert.deepEqual(json.body, (await t.list()).entries)
  const csv = await t.download('?action=redirect.created')
  assert.match(csv.headers.get('content-type')!, /^text\/csv/)
  assert.match(csv.headers.get('content-disposition')!, /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/)
  const [header, line, ...rest] = String(csv.body).split('\r\n')
  assert.equal(header, 'time,action,description,who,actor,member,target,details,request_id')
  assert.match(line!, /^[^,]+Z,redirect\.created,Added redirects,member,admina,,"'=cmd\|""x"",1",,/)
  assert.deepEqual(rest, [''])
  assert.equal((await t.download('?action=page.created')).body, `${header}\r\n`)
  assert.deepEqual((await t.download('?action=page.created&format=json')).body, [])
})

test('exports each entry once when the entries exceed one batch', async () => {
  const t = await site()
  const entries = Array.from({ length: 1203 }, (_, number) => ({
    action: 'job.deleted' as const,
    actor: t.members.admin.id,
    target: `job ${number}`,
  }))
  await audit(t.db, ...entries)
  const exported = (await t.download('?format=json')).body as AuditEntry[]
  assert.deepEqual(
    exported.map(({ target }) => target),
    entries.map(({ target }) => target).toReversed(),
  )
})

test('rejects changes to entries, and deletion of recent entries', async () => {
  const t = await filled()
  const refused = { message: 'Entries of the audit log cannot be changed or deleted.' }
  const { alice, bob } = t.members
  await assert.rejects(run(t.db)`update audit_log set action = 'page.deleted'`, refused)
  await assert.rejects(run(t.db)`update audit_log set recorded_at = recorded_at - interval '1 year'`, refused)
  await assert.rejects(run(t.db)`update audit_log set actor_id = ${bob.id} where actor_id = ${alice.id}`, refused)
  await assert.rejects(run(t.db)`update audit_log set actor_id = null, details = '{}' where details <> '{}'`, refused)
  await assert.rejects(run(t.db)`delete from audit_log`, refused)
  await assert.rejects(run(t.db)`truncate audit_log cascade`, refused)
  assert.equal((await t.texts()).length, 5)
})

test('deletes entries after the configured number of days', async () => {
  const t = await filled()
  await insertOld(t, days - 1, 'page.created')
  await insertOld(t, days + 1, 'page.deleted')
  await sweepAuditLog(t.db, new Date(Date.now() - days * 86_400_000))
  assert.deepEqual((await t.texts()).toSorted().slice(0, 3), ['archive.requested', 'member.suspended', 'page.created'])
  assert.equal((await t.texts()).length, 6)
})

test('removes references to a member whose account is deleted, and keeps the entries', async () => {
  const t = await filled()
  const { alice } = t.members
  await auditFeature.accountDeletion(t.ctx, { memberId: alice.id, deletesPosts: true })
  const { entries } = await t.list()
  assert.equal(entries.length, 5)
  const own = entries.find(({ action }) => action === 'archive.requested')
  assert.deepEqual([own?.actorKind, own?.actor, own?.subject], ['member', null, null])
  assert.equal(await one(t.db)`select from audit_log where ${alice.id} in (actor_id, subject_id)`, null)
})

test('records a repeated event only once per account within the given time', async () => {
  const t = await site()
  const blocked = { action: 'sign_in.blocked', account: { issuer: 'test', subject: 'bob' }, by: 'visitor' } as const
  for (const oncePerSeconds of [3600, 3600, 0]) await auditAccount(t.db, { ...blocked, oncePerSeconds })
  await auditAccount(t.db, { ...blocked, account: { issuer: 'test', subject: 'nobody' } })
  const rows = await many(t.db)`select actor_kind, actor_id, subject_id from audit_log`
  const entry = { actor_kind: 'visitor', actor_id: null, subject_id: t.members.bob.id }
  assert.deepEqual(rows, [entry, entry])
})

test('allows access only to administrators, and rejects invalid filters', async () => {
  const t = await filled()
  for (const path of [getAuditLog.path, exportAuditLog.path]) {
    assert.equal((await t.stranger('GET', path)).status, 401)
    assert.equal((await t.alice('GET', path)).status, 403)
    for (const query of ['?action=Odd', '?who=nobody', '?from=yesterday', `?member=${'x'.repeat(41)}`])
      assert.equal((await t.admin('GET', path + query)).status, 400, query)
  }
  assert.equal((await t.download('?format=xml')).status, 400)
  assert.deepEqual(t.logged, [])
})

const insertOld = ({ db }: Pick<Awaited<ReturnType<typeof site>>, 'db'>, ageDays: number, action: string) =>
  run(db)`
    insert into audit_log (action, actor_kind, recorded_at)
    values (${action}, 'site', now() - ${ageDays}::int * interval '1 day')`
