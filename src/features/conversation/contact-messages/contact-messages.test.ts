import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import {
  blockAuthor,
  CommentBlocks,
  getBlockedAuthors,
  unblockAuthor,
} from '#features/conversation/comments/comment-blocks.contract.ts'
import { block } from '#features/conversation/comments/comment-blocks.store.ts'
import { commentModerationRoutes } from '#features/conversation/comments/comment-moderation.routes.ts'
import { spamRules } from '#features/conversation/comments/spam-rules.ts'
import type { Notification } from '#features/people/notifications/notifications.contract.ts'
import { sentenceOf } from '#features/people/notifications/notification-words.contract.ts'
import { listNotifications } from '#features/people/notifications/notifications.store.ts'
import type { IdentityProvider } from '#providers/identity/identity.ts'
import { smtpMailer } from '#providers/mail/smtp.ts'
import { cast } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { contactMessagesArchive } from './contact-messages-archive.store.ts'
import { changeMessage, type ContactMessage, deleteMessage, type MessageList } from './contact-messages.contract.ts'
import { contactMessagesFeature } from './contact-messages.feature.ts'
import { contactMessageRoutes } from './contact-messages.routes.ts'

const settings = (contactForm: boolean) =>
  ({
    now: { settings: { ...defaultSettings, contactForm }, icons: null, styles: null },
    isOn: () => true,
  }) as unknown as Context['siteSettings']
const site = { name: 'Our Site', ownerUsername: null, isRegistrationOpen: true, canSendEmail: true }
const hello = { name: 'Vera', email: 'vera@example.org', message: 'Hello!\nAre you free in May?' }

/** A site that the administrator owns, with the contact form turned on. */
async function contact(slots: Partial<Context> = {}) {
  const t = await cast([...contactMessageRoutes, ...commentModerationRoutes], {
    siteSettings: settings(true),
    spamRules,
    mailer: null,
    site,
    ...slots,
  })
  await run(t.db)`insert into site_ownership (member_id) values (${t.members.admin.id})`
  const send = (part: object = {}) => t.stranger<{ message: string }>('POST', '/api/messages', { ...hello, ...part })
  const list = async (query = '') => (await t.admin<MessageList>('GET', `/api/admin/messages${query}`)).body
  const submit = (fields: Record<string, string>, origin = 'http://devstead.test') =>
    t.app.request('/api/messages', {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const notices = async (): Promise<Notification[]> =>
    (await listNotifications(t.db, t.members.admin.id, { page: 1, limit: 10 })).notifications
  const tasks = tasksOf(contactMessagesFeature.workers, { ...t.ctx, ...slots })
  const queued = () => many<{ payload: unknown }>(t.db)`
    select payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks
      on tasks.id = jobs.task_id where identifier = 'contact-messages.email'`
  return { ...t, send, list, submit, notices, tasks, queued }
}

test('stores a message for the owner and notifies them', async () => {
  const t = await contact()
  assert.equal((await t.send()).status, 204)
  await t.send({ name: 'Walt' })
  const { messages, counts, unread, total } = await t.list()
  const [, { id, createdAt, ...first }] = messages as [ContactMessage, ContactMessage]
  assert.deepEqual(first, { ...hello, folder: 'inbox', isRead: false, doubts: [] })
  assert.ok(id > 0 && Date.now() - Date.parse(createdAt) < 600_000)
  assert.deepEqual([counts, unread, total], [{ inbox: 2, archive: 0, spam: 0 }, 2, 2])
  assert.deepEqual((await t.notices()).map(sentenceOf), [
    '2 new messages through the contact form, the latest by Walt and Vera',
  ])
  assert.deepEqual(t.logged, [])
})

test('marks messages as read, moves them between folders, and deletes them', async () => {
  const t = await contact()
  await t.send()
  const [{ id }] = (await t.list()).messages as [ContactMessage]
  const change = async (body: object) => (await t.admin<ContactMessage>('PATCH', changeMessage.href({ id }), body)).body
  assert.equal((await change({ isRead: true })).isRead, true)
  const archived = await change({ folder: 'archive' })
  assert.deepEqual([archived.folder, archived.isRead], ['archive', true])
  assert.equal((await change({ isRead: false, folder: 'inbox' })).isRead, false)
  assert.equal((await t.notices()).length, 1)
  await change({ folder: 'spam' })
  assert.deepEqual(await t.notices(), [])
  assert.deepEqual([(await t.list()).total, (await t.list('?folder=spam')).total], [0, 1])
  assert.equal((await t.admin('PATCH', changeMessage.href({ id }), {})).status, 400)
  assert.equal((await t.admin('PATCH', changeMessage.href({ id }), { folder: 'bin' })).status, 400)
  assert.equal((await t.admin('DELETE', deleteMessage.href({ id }))).status, 204)
  assert.equal((await t.admin('DELETE', deleteMessage.href({ id }))).status, 404)
  assert.equal((await t.admin('PATCH', changeMessage.href({ id }), { isRead: true })).status, 404)
})

test('removes the notification about a deleted message', async () => {
  const t = await contact()
  await t.send()
  const [{ id }] = (await t.list()).messages as [ContactMessage]
  await t.admin('DELETE', deleteMessage.href({ id }))
  assert.deepEqual(await t.notices(), [])
})

test('shows messages only to the owner, even after a transfer of ownership', async () => {
  const t = await contact()
  await t.send()
  const [{ id }] = (await t.list()).messages as [ContactMessage]
  t.members.bob.role = 'admin'
  const calls = [
    ['GET', '/api/admin/messages'],
    ['PATCH', changeMessage.href({ id }), { isRead: true }],
    ['DELETE', deleteMessage.href({ id })],
  ] as const
  for (const [method, path, body] of calls) {
    assert.deepEqual([(await t.bob(method, path, body)).status, (await t.alice(method, path, body)).status], [403, 403])
    assert.equal((await t.stranger(method, path, body)).status, 401)
  }
  await run(t.db)`update site_ownership set member_id = ${t.members.bob.id}`
  assert.equal((await t.bob<MessageList>('GET', '/api/admin/messages')).body.total, 1)
  assert.equal((await t.admin('GET', '/api/admin/messages')).status, 403)
})

test('accepts nothing while the form is off', async () => {
  const t = await contact({ siteSettings: settings(false) })
  assert.equal((await t.send()).status, 404)
  assert.equal((await t.submit(hello)).status, 404)
  assert.equal((await t.list()).total, 0)
})

test('rejects invalid messages', async () => {
  const t = await contact()
  const invalid: [object, RegExp][] = [
    [{ name: ' \u200b ' }, /Name is required/],
    [{ email: '' }, /Email is required/],
    [{ email: 'vera' }, /Enter an email address/],
    [{ email: 'vera@example.org\r\nBcc: all@example.org' }, /Enter an email address/],
    [{ message: ' ' }, /Message is required/],
    [{ message: 'x'.repeat(5001) }, /at most 5,000 characters/],
  ]
  for (const [part, reason] of invalid.slice(0, 3)) {
    const { status, body } = await t.send(part)
    assert.equal(status, 400)
    assert.match(body.message, reason)
  }
  await run(t.db)`delete from rate_limits`
  for (const [part, reason] of invalid.slice(3)) assert.match((await t.send(part)).body.message, reason)
  assert.equal((await t.list()).total, 0)
  assert.deepEqual(t.logged, [])
})

test('works without JavaScript, and returns the form with its input if the message is rejected', async () => {
  const t = await contact()
  const sent = await t.submit({ ...hello, subject: '' })
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/contact?message=sent'])
  const typed = { name: '"><script>', email: 'nobody', message: '</textarea>Long & "quoted"', subject: '' }
  const rejected = await t.submit(typed)
  const html = await rejected.text()
  assert.equal(rejected.status, 400)
  assert.match(html, /<li>Enter an email address such as you@example.org<\/li>/)
  assert.ok(html.includes('value="&quot;&gt;&lt;script&gt;"') && html.includes('value="nobody"'), html)
  assert.ok(html.includes('\n&lt;/textarea&gt;Long &amp; &quot;quoted&quot;</textarea>'), html)
  assert.match(html, /<form method="post" action="\/api\/messages">/)
  assert.equal((await t.submit(hello, 'https://elsewhere.example')).status, 415)
  assert.equal((await t.list()).total, 1)
})

test('limits messages from one network, and returns the form with its input', async () => {
  const t = await contact()
  for (let n = 0; n < 3; n++) assert.equal((await t.send()).status, 204)
  const { status, headers } = await t.send()
  assert.equal(status, 429)
  assert.ok(Number(headers.get('retry-after')) > 0)
  const limited = await t.submit(hello)
  const html = await limited.text()
  assert.deepEqual([limited.status, limited.headers.has('retry-after')], [429, true])
  assert.match(html, /Too many requests/)
  assert.ok(html.includes('Are you free in May?</textarea>'), html)
  assert.equal((await t.list()).total, 3)
})

test('moves messages from blocked authors to Spam without telling them or notifying the owner', async () => {
  const t = await contact()
  await run(t.db)`
    insert into comment_blocks (owner_id, kind, value, label) values
      (null, 'domain', 'spam.example', ''), (${t.members.admin.id}, 'domain', 'pills.example', '')`
  assert.equal((await t.send({ email: 'a@mail.SPAM.example' })).status, 204)
  assert.equal((await t.send({ message: 'See https://pills.example/buy' })).status, 204)
  const { messages, counts } = await t.list('?folder=spam')
  assert.deepEqual([messages.length, counts.inbox], [2, 0])
  assert.deepEqual(await t.notices(), [])
})

test('blocks a sender by address or domain, and lifts the block', async () => {
  const t = await contact()
  await t.send({ email: 'Vera+a@example.org' })
  const [{ id: messageId }] = (await t.list()).messages as [ContactMessage]
  const inSpam = async (email: string) => {
    await run(t.db)`delete from rate_limits`
    const before = (await t.list()).counts.spam
    assert.equal((await t.send({ email })).status, 204)
    return (await t.list()).counts.spam > before
  }
  const senders = ['vera+b@EXAMPLE.org', 'walt@example.org', 'vera@sub.example.org', 'vera@example.com']
  const expected = {
    email: ['vera@example.org', [true, false, false, false]],
    domain: ['example.org', [true, true, true, false]],
  } as const
  for (const [kind, [label, results]] of Object.entries(expected)) {
    const { status, body } = await t.admin<{ id: number; label: string }>('POST', blockAuthor.path, { messageId, kind })
    assert.deepEqual([status, body.label], [201, label])
    const { blocks } = CommentBlocks.parse((await t.admin('GET', getBlockedAuthors.path)).body)
    assert.deepEqual(
      blocks.map((block) => block.label),
      [label],
    )
    const seen: boolean[] = []
    for (const email of senders) seen.push(await inSpam(email))
    assert.deepEqual(seen, results)
    assert.equal((await t.admin('DELETE', unblockAuthor.href({ id: body.id }))).status, 204)
    assert.equal(await inSpam('vera@example.org'), false)
  }
})

test('hides blocks that come from messages from moderators, who cannot delete them', async () => {
  const t = await contact()
  await t.send()
  const [{ id: messageId }] = (await t.list()).messages as [ContactMessage]
  t.members.bob.role = 'moderator'
  const seen = async (who: 'admin' | 'bob') =>
    CommentBlocks.parse((await t[who]('GET', getBlockedAuthors.path)).body).blocks.map(({ label }) => label)
  const { body } = await t.admin<{ id: number }>('POST', blockAuthor.path, { messageId, kind: 'domain' })
  assert.deepEqual(await seen('bob'), [])
  await t.bob('DELETE', unblockAuthor.href({ id: body.id }))
  assert.deepEqual(await seen('admin'), ['example.org'])
  const domain = { kind: 'domain', value: 'example.org', label: 'example.org', isFromMessage: false } as const
  await block(t.db, null, domain, t.members.bob.id)
  assert.deepEqual(await seen('bob'), ['example.org'], 'after blocking it because of a comment too')
  await t.admin('POST', blockAuthor.path, { messageId, kind: 'domain' })
  assert.deepEqual(await seen('bob'), ['example.org'])
})

test('lets only the owner block a message’s sender', async () => {
  const t = await contact()
  await t.send()
  const [{ id: messageId }] = (await t.list()).messages as [ContactMessage]
  t.members.bob.role = 'admin'
  const body = { messageId, kind: 'email' }
  assert.equal((await t.bob('POST', blockAuthor.path, body)).status, 404)
  assert.equal((await t.stranger('POST', blockAuthor.path, body)).status, 401)
  assert.equal((await t.admin('POST', blockAuthor.path, { ...body, messageId: 999 })).status, 404)
  assert.equal((await t.admin('POST', blockAuthor.path, { ...body, kind: 'sender' })).status, 400)
  assert.deepEqual((await t.admin('GET', getBlockedAuthors.path)).body['blocks'], [])
})

test('marks messages that look automated, and does not email them', async () => {
  const { received, url, close } = await startMailServer()
  const mailer = smtpMailer({ url, from: 'hello@site.example' })
  onTestFinished(async () => {
    mailer.close()
    await close()
  })
  const t = await contact({ mailer })
  const links = [1, 2, 3].map((n) => `https://${n}.example/`).join(' ')
  await t.send({ message: links, writingMs: 5000 })
  await t.send({ subject: 'Cheap', writingMs: 300 })
  const { messages } = await t.list()
  assert.deepEqual(
    messages.map(({ doubts }) => doubts),
    [['hidden-field', 'quick'], ['links']],
  )
  assert.equal((await t.notices()).length, 1)
  assert.deepEqual([await t.queued(), received], [[], []])
})

test('emails a message to the owner once, with replies addressed to the sender', async () => {
  const { received, url, close } = await startMailServer()
  const mailer = smtpMailer({ url, from: 'Our Site <hello@site.example>' })
  onTestFinished(async () => {
    mailer.close()
    await close()
  })
  const addresses: (string | null)[] = []
  const identity = { issuer: 'test', confirmedAddress: async () => addresses.shift() ?? null }
  const t = await contact({ mailer, identity: identity as unknown as IdentityProvider })
  await t.send({ name: 'Vera, "V" <x>' })
  const [job, ...others] = await t.queued()
  assert.equal(others.length, 0)
  const email = () => t.tasks['contact-messages.email']!(job!.payload)
  await email() // The owner has no confirmed address.
  assert.equal(received.length, 0)
  addresses.push('owner@example.org', 'owner@example.org')
  await Promise.all([email(), email()])
  assert.equal(received.length, 1)
  const [{ to, text }] = received as [(typeof received)[number]]
  assert.deepEqual(to, ['owner@example.org'])
  assert.match(text, /^Reply-To: "Vera, \\"V\\" <x>" <vera@example\.org>\r$/m)
  assert.match(text, /^Subject: =\?UTF-8\?Q\?Message_from_Vera=2C_=22V=22/m)
  assert.match(text, /Are you free in May\?/)
  assert.match(text.replaceAll('=\r\n', ''), /http:\/\/devstead\.test\/admin\/messages/)
})

test('tries again later if the email cannot be sent', async () => {
  const broken = await startMailServer({ refuse: true })
  const mailer = smtpMailer({ url: broken.url, from: 'hello@site.example' })
  onTestFinished(async () => {
    mailer.close()
    await broken.close()
  })
  const identity = { issuer: 'test', confirmedAddress: async () => 'owner@example.org' }
  const slots = { mailer, identity: identity as unknown as IdentityProvider }
  const t = await contact(slots)
  await t.send()
  const [job] = await t.queued()
  await assert.rejects(async () => t.tasks['contact-messages.email']!(job!.payload), /No such mailbox/)
  const [row] = await many<{ emailedAt: Date | null }>(t.db)`select emailed_at as "emailedAt" from contact_messages`
  assert.equal(row!.emailedAt, null)
})

test('deletes messages after a year, and spam after 90 days', async () => {
  const t = await contact()
  await run(t.db)`
    insert into contact_messages (name, email, message, folder, doubts, created_at)
    select folder || ' ' || days, '', '', folder, '{}', now() - days * interval '1 day'
    from unnest(array['inbox', 'archive', 'spam']) folder, unnest(array[80, 91, 364, 366]) days`
  await t.tasks['contact-messages.sweep']!({})
  const rows = await many<{ name: string }>(t.db)`select name from contact_messages order by id`
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['inbox 80', 'inbox 91', 'inbox 364', 'archive 80', 'archive 91', 'archive 364', 'spam 80'],
  )
})

test('includes the messages in the owner’s archive, and deletes them with the owner’s account', async () => {
  const t = await contact()
  await t.send()
  const [part] = contactMessagesArchive
  const rowsOf = async (memberId: number) => {
    const rows: unknown[] = []
    for await (const row of part!.rows(t.db, memberId)) rows.push(row)
    return rows
  }
  assert.equal((await rowsOf(t.members.bob.id)).length, 0)
  const [row] = (await rowsOf(t.members.admin.id)) as [ContactMessage]
  assert.deepEqual([row.name, row.message], [hello.name, hello.message])
  const leave = (memberId: number) => contactMessagesFeature.accountDeletion(t.ctx, { memberId, deletesPosts: true })
  await leave(t.members.bob.id)
  assert.equal((await t.list()).total, 1)
  await leave(t.members.admin.id)
  assert.equal((await t.list()).total, 0)
})
