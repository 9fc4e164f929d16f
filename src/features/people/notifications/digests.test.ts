import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { followRoutes } from '#features/people/follows/follows.routes.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import type { Mailer } from '#providers/mail/mail.ts'
import { smtpMailer } from '#providers/mail/smtp.ts'
import { cast } from '#tests/support/cast.ts'
import { signedUp, testIdentity } from '#tests/support/identity.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { notificationWorkers } from './digests.ts'
import { claimDigest } from './digests.store.ts'
import { getNotificationSettings, saveNotificationSettings, unsubscribe } from './notification-settings.contract.ts'
import { markNotificationsRead } from './notifications.contract.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'

const siteUrl = 'https://devstead.test'
const everything = { muted: [], emailed: ['follow', 'like'] }

/** Returns the cast, with an account for Alice and a mail server. `mailer` replaces it; null means a site without
 *  one. */
async function castDigests(mailer?: Mailer | null) {
  const server = await startMailServer()
  const smtp = smtpMailer({ url: server.url, from: 'Devstead <hello@devstead.test>' })
  onTestFinished(() => {
    smtp.close()
    return server.close()
  })
  const site = await testIdentity()
  const t = await cast([...notificationRoutes, ...unsubscribeRoutes, ...likeRoutes, ...followRoutes], {
    mailer: mailer === undefined ? smtp : mailer,
    identity: site.identity,
  })
  const person = await signedUp(site)
  await run(
    t.db,
  )`update members set issuer = ${site.identity.issuer}, subject = ${person.id} where id = ${t.members.alice.id}`
  const tasks = tasksOf(notificationWorkers, {
    ...t.ctx,
    siteUrl,
    site: { name: 'Devstead', ownerUsername: null, canSendEmail: true },
  })

  /** Runs the daily job and every job that it queues. */
  async function day(): Promise<void> {
    await tasks['notifications.digests']!({})
    const queued = await many<{ payload: unknown }>(t.db)`
      delete from graphile_worker._private_jobs where task_id =
        (select id from graphile_worker._private_tasks where identifier = 'notifications.digest') returning payload`
    for (const { payload } of queued) await tasks['notifications.digest']!(payload)
  }
  const nextDay = () => run(t.db)`
    with moved as (update notifications set updated_at = updated_at - interval '1 day')
    update notification_settings set digest_at = digest_at - interval '1 day'`
  return { ...t, person, received: server.received, tasks, day, nextDay }
}

/** Decodes quoted-printable text and folded headers. */
const readable = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('\r\n <', ' <').replaceAll('=3D', '=')

test('sends one daily email about unread notifications, as plain text and HTML, with an unsubscribe link', async () => {
  const t = await castDigests()
  const post = await t.postBy('alice', 'a <b> & c')
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.bob('POST', likePost.href({ id: post }))
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.day()
  assert.deepEqual(
    t.received.map(({ to }) => to),
    [[t.person.email]],
  )
  const mail = readable(t.received[0]!.text)
  assert.match(mail, /^Subject: 2 unread notifications on Devstead\r$/m)
  assert.match(mail, /- Bob Baker followed you\r\n {2}https:\/\/devstead\.test\/profile\/bob/)
  assert.ok(mail.includes(`https://devstead.test/post/${post}`))
  assert.ok(mail.includes('a &lt;b&gt; &amp; c') && mail.includes('text/plain') && mail.includes('text/html'))
  assert.match(mail, /^List-Unsubscribe: <https:\/\/devstead\.test\/unsubscribe\?token=\d+\.[\w-]{43}>\r$/m)
  assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)

  await t.day()
  await t.nextDay()
  await t.day()
  assert.equal(t.received.length, 1, 'sent once')
  await t.admin('POST', likePost.href({ id: post }))
  await t.day()
  assert.equal(t.received.length, 2)
  assert.ok(!readable(t.received[1]!.text).includes('followed you'))
})

test('sends nothing for read notifications, unselected kinds, or members without a confirmed address', async () => {
  const t = await castDigests()
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.day()
  assert.equal(t.received.length, 0, 'digests are off')
  await t.alice('PUT', saveNotificationSettings.path, { muted: [], emailed: ['like'] })
  await t.day()
  assert.equal(t.received.length, 0, 'not a selected kind')
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.alice('POST', markNotificationsRead.path, { all: true })
  await t.day()
  assert.equal(t.received.length, 0, 'already read')

  await t.admin('POST', followMember.href({ id: t.members.alice.id }))
  await run(t.db)`update identity_users set confirmed_at = null`
  assert.equal((await t.alice<{ noMail: string }>('GET', getNotificationSettings.path)).body.noMail, 'no_address')
  await t.day()
  assert.equal(t.received.length, 0, 'the address is not confirmed')
  await run(t.db)`update identity_users set confirmed_at = now()`
  await run(t.db)`update members set issuer = 'another' where id = ${t.members.alice.id}`
  await t.day()
  assert.equal(t.received.length, 0, 'an account at another provider')
})

test('sends nothing without a mail server and reports the reason', async () => {
  const t = await castDigests(null)
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.day()
  await t.tasks['notifications.digest']!({ memberId: t.members.alice.id })
  assert.equal((await t.alice<{ noMail: string }>('GET', getNotificationSettings.path)).body.noMail, 'no_mail_server')
})

test('sends only one email, even if the job runs twice or concurrently', async () => {
  const t = await castDigests()
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  const send = () => t.tasks['notifications.digest']!({ memberId: t.members.alice.id })
  await Promise.all(Array.from({ length: 10 }, send))
  await send()
  assert.equal(t.received.length, 1)
})

test('does not send a digest twice after a crash', async () => {
  const t = await castDigests()
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  assert.equal((await claimDigest(t.db, t.members.alice.id))?.entries.length, 1)
  await t.day()
  assert.equal(t.received.length, 0)
})

test('retries an email that the server rejected', async () => {
  const t = await castDigests({ send: () => Promise.reject(new Error('No such mailbox')) })
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  for (let time = 0; time < 2; time++) await assert.rejects(t.day(), /No such mailbox/)
  assert.deepEqual(await one(t.db)`select digest_at as at from notification_settings`, { at: null })
})

test('unsubscribes on a POST request to a valid link, even if repeated or without sign-in', async () => {
  const t = await castDigests()
  await t.alice('PUT', saveNotificationSettings.path, everything)
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  await t.day()
  const [link] = /\/unsubscribe\?token=[\w.-]+/.exec(readable(t.received[0]!.text))!
  const emailed = async () => (await t.alice<{ emailed: string[] }>('GET', getNotificationSettings.path)).body.emailed

  const forged = link.replace(/token=\d+/, `token=${t.members.bob.id}`)
  for (const wrong of [
    unsubscribe.path,
    `${unsubscribe.path}?token=1`,
    `${unsubscribe.path}?token=x.y`,
    forged,
    `${link}x`,
  ])
    assert.equal((await t.stranger('POST', wrong)).status, 404, wrong)
  assert.equal((await t.stranger('GET', link)).status, 405)
  assert.deepEqual(await emailed(), everything.emailed)

  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  for (let time = 0; time < 2; time++) assert.equal((await t.app.request(link, oneClick)).status, 204)
  assert.deepEqual(await emailed(), [])
  const shown = await t.app.request(link, { ...oneClick, headers: { accept: 'text/html,*/*' } })
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  assert.match(await shown.text(), /no longer receive the daily email/)
})
