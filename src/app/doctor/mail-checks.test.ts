import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { type Records, startDnsServer } from '#tests/support/dns-server.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { checkMail, sendTestEmail } from './mail-checks.ts'

async function check(url: string, from: string, records: Records = {}): Promise<string[]> {
  const { resolver, close } = await startDnsServer(records)
  onTestFinished(close)
  const findings = await checkMail({ url, from }, resolver)
  return findings.map(({ status, message }) => `${status} ${message}`)
}

async function mailServer(options = {}) {
  const server = await startMailServer(options)
  onTestFinished(server.close)
  return server
}
const spf = 'v=spf1 include:mail.example ~all'
const dmarc = 'v=DMARC1; p=quarantine'

test('accepts a working mail server and a domain with SPF and DMARC', async () => {
  const { url } = await mailServer()
  const TXT = { 'news.site.example': [spf, 'other=1'], '_dmarc.site.example': [dmarc] }
  const [server, ...dns] = await check(url, 'Site <hello@news.site.example>', { TXT })
  assert.match(server!, /^ok The mail server 127\.0\.0\.1:\d+ accepts connections\.$/)
  assert.deepEqual(dns, [
    `ok news.site.example has an SPF record: ${spf}`,
    `ok news.site.example has a DMARC record: ${dmarc}`,
  ])
})

test('warns about missing DNS records, and rejects contradictory ones', async () => {
  const { url } = await mailServer()
  const [, ...missing] = await check(url, 'hello@site.example')
  assert.match(
    missing.join('\n'),
    /^warning site\.example has no SPF record.*\nwarning site\.example has no DMARC record/,
  )
  const [, twice] = await check(url, 'hello@site.example', { TXT: { 'site.example': [spf, 'v=spf1 -all'] } })
  assert.match(twice!, /^error site\.example has 2 SPF records/)
})

test('reports a mail server that does not respond or rejects the password, and a sender without an address', async () => {
  assert.match(
    (await check('smtp://127.0.0.1:1', 'hello@localhost'))[0]!,
    /^error The mail server 127\.0\.0\.1:1 cannot be used/,
  )
  const { url } = await mailServer({ requiresPassword: true })
  const [rejected] = await check(url.replace('//', '//user:wrong@'), 'hello@localhost')
  assert.match(rejected!, /^error The mail server .+ rejects the user name or password/)
  assert.match((await check(url, 'Site'))[0]!, /^error MAIL_FROM has no email address/)
})

test('sends a test email, and reports why it was rejected', async () => {
  const working = await mailServer()
  const sent = await sendTestEmail(
    { url: working.url, from: 'hello@site.example' },
    'you@example.org',
    'https://site.example',
  )
  assert.equal(sent.status, 'ok')
  assert.deepEqual(working.received[0]!.to, ['you@example.org'])
  const { url } = await mailServer({ refuse: true })
  const refused = await sendTestEmail({ url, from: 'hello@site.example' }, 'you@example.org', 'https://site.example')
  assert.equal(refused.status, 'error')
  assert.match(refused.message, /No such mailbox/)
})
