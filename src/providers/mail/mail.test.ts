import assert from 'node:assert/strict'
import { pino } from 'pino'
import { onTestFinished, test } from 'vitest'
import { testDb } from '#tests/support/database.ts'
import { movableClock } from '#tests/support/identity.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { listMails } from './outbox.store.ts'
import { outboxMailer } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

async function mailServer(refuse = false) {
  const server = await startMailServer({ refuse })
  onTestFinished(server.close)
  return server
}

test('sends plain-text email through a mail server, marked as automatically generated', async () => {
  const { received, url } = await mailServer()
  const mailer = smtpMailer({ url, from: 'Devstead <hello@site.example>' })
  await mailer.send({
    to: 'alice@example.org',
    subject: 'Grüße',
    text: 'Before.',
    link: 'https://site.example/auth?type=recovery&token_hash=abc',
    after: 'After.',
  })
  mailer.close()
  const [mail] = received
  assert.deepEqual([mail!.from, mail!.to], ['hello@site.example', ['alice@example.org']])
  assert.match(mail!.text, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(mail!.text, /^To: alice@example\.org\r$/m)
  assert.match(mail!.text.replace(/=\r\n/g, '').replaceAll('=3D', '='), /token_hash=abc/)
})

test('treats an address as one recipient, regardless of its content', async () => {
  const { received, url } = await mailServer()
  const mailer = smtpMailer({ url, from: 'hello@site.example' })
  await mailer.send({ to: 'a@b.co, c@d.co', subject: 'x', text: 'x' }).catch(() => {})
  mailer.close()
  assert.ok(received.every(({ to }) => to.length === 1))
})

test('throws if the server rejects an email, so that the job is retried', async () => {
  const { url } = await mailServer(true)
  const mailer = smtpMailer({ url, from: 'hello@site.example' })
  await assert.rejects(mailer.send({ to: 'alice@example.org', subject: 'x', text: 'x' }), /No such mailbox/)
  mailer.close()
})

test('logs an email’s link when there is no mail server, and lists the email without the link', async () => {
  const db = await testDb()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const clock = movableClock()
  const mailer = outboxMailer({ db, log, clock })
  const link = 'https://site.example/auth?type=recovery&token_hash=abc'
  await mailer.send({ to: 'alice@example.org', subject: 'Set a new password', text: 'Before.', link, after: 'After.' })
  assert.equal(lines.length, 1)
  assert.ok(lines[0]!.includes(link) && lines[0]!.includes('alice@example.org'))
  const page = { onlyOpen: false, limit: 10, offset: 0 }
  const [mail, ...others] = await listMails(db, page)
  assert.deepEqual([mail!.recipient, mail!.body, mail!.hadLink], ['alice@example.org', 'Before.\n\nAfter.', true])
  assert.equal(others.length, 0)
  clock.advance(31 * 86_400_000)
  await tasksOf(mailer.workers)['mail.sweep']!({})
  assert.deepEqual(await listMails(db, page), [])
})
