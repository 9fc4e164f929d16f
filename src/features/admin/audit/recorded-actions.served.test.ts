import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { codeOf, stepAt } from '#providers/identity/totp.ts'
import { fromBase32 } from '#tests/support/identity.ts'
import { siteWithLinus } from '#tests/support/leaving.ts'
import type { AuditLog } from './audit.contract.ts'

type Site = Awaited<ReturnType<typeof site>>

/** A site with Ada (the administrator) and Linus; their registrations are no longer in the log. */
async function site() {
  const t = await siteWithLinus()
  /** Returns the new entries, oldest first: the action, who acted, the affected member, and the target. */
  let seen = 0
  async function recorded() {
    const { entries } = (await t.ada<AuditLog>('GET', '/api/admin/audit?limit=100')).body
    const fresh = entries.filter(({ id }) => id > seen).toReversed()
    seen = fresh.at(-1)?.id ?? seen
    return fresh.map(({ action, actorKind, actor, subject, target }) =>
      [action, actor?.username ?? actorKind, subject?.username ?? '-', target ?? '-'].join(' '),
    )
  }
  return { ...t, recorded }
}

async function succeeds(response: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await response
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
}

const joined = ['adawrites', 'linusleaves'].map((name) => `member.joined ${name} ${name} -`)

test('records changes to roles, suspensions, and usernames', async () => {
  const t = await site()
  const { linus } = t.ids
  const granted = 'role.ownership_granted site adawrites -'
  assert.deepEqual(await t.recorded(), [joined[0], granted, joined[1]])
  const member = `/api/admin/members/${linus}`
  await succeeds(t.ada('PUT', `${member}/role`, { role: 'admin' }))
  await succeeds(t.ada('PUT', `${member}/role`, { role: 'member' }))
  await succeeds(t.ada('PUT', `${member}/suspension`, { reason: 'Sells shoes' }))
  await succeeds(t.ada('DELETE', `${member}/suspension`))
  await succeeds(t.ada('DELETE', `${member}/suspension`)) // changes nothing
  await succeeds(t.ada('PUT', `${member}/username`, { username: 'linusstays' }))
  await succeeds(t.ada('POST', '/api/admin/recovery-links', { username: 'linusstays' }))
  await succeeds(t.ada('DELETE', `${member}/sessions`))
  assert.deepEqual(await t.recorded(), [
    'role.admin_granted adawrites linusstays -',
    'role.admin_revoked adawrites linusstays -',
    'member.suspended adawrites linusstays -',
    'member.reinstated adawrites linusstays -',
    'member.renamed adawrites linusstays -',
    'password.link_created adawrites linusstays -',
    'member.signed_out adawrites linusstays -',
  ])
})

test('records administrators’ actions on other members’ posts and reports, but not on their own', async () => {
  const t = await site()
  const [hers, his] = [await t.post('ada'), await t.post('linus')]
  await t.recorded()
  await succeeds(t.ada('PATCH', `/api/posts/${hers.id}`, { content: 'New words' }))
  await succeeds(t.ada('DELETE', `/api/posts/${hers.id}`))
  await succeeds(t.ada('PATCH', `/api/posts/${his.id}`, { content: 'Moderated' }))
  await run(t.db)`insert into reported_posts (post_id) values (${his.id})`
  for (const status of ['closed', 'closed', 'open'])
    await succeeds(t.ada('PATCH', `/api/admin/reports/${his.id}`, { status }))
  await succeeds(t.ada('DELETE', `/api/posts/${his.id}`))
  const of = (action: string, subject = '-') => `${action} adawrites ${subject} /post/${his.id}`
  assert.deepEqual(await t.recorded(), [
    of('post.edited', 'linusleaves'),
    of('report.closed'),
    of('report.open'),
    of('post.deleted', 'linusleaves'),
  ])
})

test('records decisions about comments and blocked authors', async () => {
  const t = await site()
  const { id: postId } = await t.post('ada')
  const said = async (content: string) =>
    (await t.linus<{ id: number }>('POST', `/api/posts/${postId}/comments`, { content })).body.id
  const [first, second] = [await said('First'), await said('Second')]
  await t.recorded()
  await succeeds(t.ada('PATCH', `/api/admin/comments/${first}`, { spam: true }))
  await succeeds(t.ada('PATCH', `/api/admin/comments/${first}`, { spam: true })) // changes nothing
  await succeeds(t.ada('POST', '/api/admin/comments/bulk', { ids: [first], action: 'approve' }))
  await succeeds(t.linus('DELETE', `/api/comments/${first}`)) // their own
  await succeeds(t.linus('POST', `/api/comments/${first}/restoration`))
  await succeeds(t.ada('DELETE', `/api/comments/${second}`))
  await succeeds(t.ada('POST', `/api/comments/${second}/restoration`))
  const { body } = await t.ada<{ id: number }>('POST', '/api/admin/blocks', { commentId: first, kind: 'member' })
  await succeeds(t.ada('DELETE', `/api/admin/blocks/${body.id}`))
  await succeeds(t.ada('DELETE', `/api/admin/blocks/${body.id}`)) // changes nothing
  const of = (action: string, id: number) => `comment.${action} adawrites linusleaves comment ${id}`
  assert.deepEqual(await t.recorded(), [
    of('spam', first),
    of('approved', first),
    of('deleted', second),
    of('pending', second), // as before the deletion
    'author.blocked adawrites - -',
    `author.unblocked adawrites - block ${body.id}`,
  ])
})

test('records bans, and deletions of other people’s chat messages, but not of the member’s own', async () => {
  const t = await site()
  const live = await t.ada<{ id: number }>('POST', '/api/livestreams', { title: 'Pairing' })
  const chat = `/api/livestreams/${live.body.id}/chat`
  const write = async (who: typeof t.ada, message: string) =>
    (await who<{ id: number }>('POST', chat, { message })).body.id
  const [own, first, second] = [await write(t.ada, 'One'), await write(t.linus, 'Two'), await write(t.linus, 'Three')]
  await t.recorded()
  await succeeds(t.ada('DELETE', `${chat}/${own}`))
  await succeeds(t.ada('DELETE', `${chat}/${first}`))
  const { body } = await t.ada<{ id: number }>('POST', `${chat}/bans`, { messageId: second, minutes: 10 })
  await succeeds(t.ada('DELETE', `${chat}/bans/${body.id}`))
  await succeeds(t.ada('DELETE', `${chat}/bans/${body.id}`)) // changes nothing
  assert.deepEqual(
    await t.recorded(),
    ['message.deleted', 'author.banned', 'author.unbanned'].map(
      (what) => `chat_${what} adawrites linusleaves livestream ${live.body.id}`,
    ),
  )
})

test('records changes to pages, tags, redirects, and jobs', async () => {
  const t = await site()
  await t.post('linus', 'About #ferries')
  await t.recorded()
  const page = { slug: 'talks', title: 'Talks', content: 'Soon', isInNavigation: true, isPublished: true }
  const { body } = await t.ada<{ id: number; updatedAt: string }>('POST', '/api/pages', page)
  const { updatedAt } = body
  await succeeds(t.ada('PUT', `/api/pages/${body.id}`, { ...page, slug: 'talks/2026', updatedAt }))
  await succeeds(t.ada('PUT', '/api/pages/order', { ids: [body.id] }))
  await succeeds(t.ada('DELETE', `/api/pages/${body.id}`))
  await succeeds(t.ada('PATCH', '/api/tags/ferries', { name: 'boats' }))
  const redirect = await t.ada<{ id: number }>('POST', '/api/admin/redirects', { from: '/old', to: '/blog' })
  const rule = `/api/admin/redirects/${redirect.body.id}`
  await succeeds(t.ada('PUT', rule, { from: '/older', to: '/blog' }))
  await succeeds(t.ada('DELETE', rule))
  await succeeds(t.ada('POST', '/api/admin/redirects/lines', { text: '/a /blog\n/b /blog' }))
  const later = { runAt: new Date(Date.now() + 3_600_000) }
  const { id } = await enqueue(t.db, 'a.task', {}, later).then(() => lastJob(t))
  await succeeds(t.ada('POST', `/api/admin/jobs/${id}/retry`))
  await succeeds(t.ada('DELETE', `/api/admin/jobs/${id}`))
  const actions = [
    'page.created adawrites - /talks',
    'page.changed adawrites - /talks/2026',
    'page.reordered adawrites - -',
    'page.deleted adawrites - /talks/2026',
    'tag.renamed adawrites - tag',
    'redirect.created adawrites - /old',
    'redirect.changed adawrites - /older',
    'redirect.deleted adawrites - /older',
    'redirect.created adawrites - -',
    `job.retried adawrites - job ${id}`,
    `job.deleted adawrites - job ${id}`,
  ]
  assert.deepEqual(
    (await t.recorded()).map((entry) => entry.replace(/ tag \d+$/, ' tag')),
    actions,
  )
})

const lastJob = async ({ db }: Site) =>
  (await many<{ id: number }>(db)`select id from graphile_worker._private_jobs order by id desc limit 1`)[0]!

test('records wrong passwords and codes, and changes to how a member signs in', async () => {
  const t = await site()
  await t.recorded()
  const auth = async <Body>(method: string, path: string, body: object, token?: string) =>
    (await (await t.call(method, `/auth/v1${path}`, { body, token: token ?? null })).json()) as Body
  const email = 'linusleaves@devstead.test'
  for (const address of [email, 'nobody@devstead.test'])
    await auth('POST', '/token?grant_type=password', { email: address, password: 'a wrong one' })
  await untilRecorded(t)
  await auth('POST', '/token?grant_type=password', { email, password: 'secret of linusleaves' })
  const app = await auth<{ id: string; totp: { secret: string } }>(
    'POST',
    '/factors',
    { factor_type: 'totp' },
    t.tokens.linus,
  )
  const enter = async (code: string) => {
    const path = `/factors/${app.id}`
    const { id } = await auth<{ id: string }>('POST', `${path}/challenge`, {}, t.tokens.linus)
    return auth<{ access_token: string }>('POST', `${path}/verify`, { challenge_id: id, code }, t.tokens.linus)
  }
  await enter('000000')
  const { access_token: token } = await enter(codeOf(fromBase32(app.totp.secret), stepAt(Date.now())))
  const { codes } = await auth<{ codes: string[] }>('POST', '/factors/recovery-codes', {}, token)
  await auth('POST', '/factors/recovery-codes/verify', { code: 'wrong' }, token)
  await auth('POST', '/factors/recovery-codes/verify', { code: codes[0] }, token)
  await auth('POST', '/factors/recovery-codes/regenerate', {}, token)
  const current_password = 'secret of linusleaves'
  await auth('PUT', '/user', { password: 'an entirely new one', current_password }, token)
  await auth('PUT', '/user', { email: 'linus@devstead.test' }, token)
  await auth('DELETE', `/factors/${app.id}`, {}, token)
  const own = (action: string) => `${action} linusleaves linusleaves -`
  assert.deepEqual(await t.recorded(), [
    'sign_in.failed visitor linusleaves -',
    own('sign_in.succeeded'),
    own('sign_in.code_rejected'),
    own('app.added'),
    own('recovery_codes.created'),
    own('sign_in.code_rejected'),
    own('recovery_codes.used'),
    own('recovery_codes.created'),
    own('password.changed'),
    own('email.changed'),
    own('app.removed'),
  ])
  assert.deepEqual(t.logged, [])
})

test('records at most once per hour that an account is blocked after too many attempts', async () => {
  const t = await site()
  await t.recorded()
  const body = { email: 'linusleaves@devstead.test', password: 'a wrong one' }
  for (let attempt = 0; attempt < 13; attempt++) await t.call('POST', '/auth/v1/token?grant_type=password', { body })
  await untilRecorded(t)
  const entries = await t.recorded()
  assert.deepEqual(
    new Set(entries),
    new Set(['failed', 'blocked'].map((how) => `sign_in.${how} visitor linusleaves -`)),
  )
  assert.equal(entries.filter((entry) => entry.startsWith('sign_in.blocked')).length, 1)
})

/** Waits until the jobs that record failed sign-ins have run. */
async function untilRecorded({ db }: Site): Promise<void> {
  for (;;) {
    const left = await many(db)`select from graphile_worker.jobs where task_identifier = 'identity.failed-sign-in'`
    if (left.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('records that an account was archived or deleted, without naming the member', async () => {
  const t = await site()
  await t.recorded()
  await succeeds(t.linus('POST', '/api/account/archive'))
  assert.deepEqual(await t.recorded(), ['archive.requested linusleaves linusleaves -'])
  assert.equal((await t.leave('remove')).status, 204)
  assert.deepEqual(await t.recorded(), ['member.deleted member - -'])
  const stored = JSON.stringify(await many(t.db)`select * from audit_log`)
  assert.doesNotMatch(stored, /linus/)
})
