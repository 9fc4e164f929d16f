import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onTestFinished, test } from 'vitest'
import { loadCatalog } from '#kernel/catalogs.ts'
import { inLanguage } from '#kernel/trace.ts'
import { translateRequests } from '#kernel/translation.ts'
import { signedUp, testIdentity } from '#tests/support/identity.ts'
import { queueEmail } from './email-queue.ts'

const notices = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_codes_removed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
] as const

test('names the account in every email about it, and says what to do if it wasn’t the member', async () => {
  const site = await testIdentity({ memberNames: async () => ['vera', 'Vera Visitor'] })
  const { client, email, password } = await signedUp(site)
  for (const kind of notices) await queueEmail(site.db, { kind, email })
  for (const kind of ['account_connected', 'account_disconnected'] as const)
    await queueEmail(site.db, { kind, email, provider: 'GitHub' })
  await client.auth.resetPasswordForEmail(email)
  await queueEmail(site.db, { kind: 'signup', email, userId: randomUUID(), next: '/' })
  const mails = await site.deliver()
  const { error } = await client.auth.updateUser({ email: `new.${email}`, current_password: password })
  assert.equal(error, null)
  mails.push(...(await site.deliver()))
  assert.equal(mails.at(-1)?.to, email)
  assert.equal(mails.length, notices.length + 5)
  for (const { subject, text, link = '', after = '' } of mails) {
    assert.ok(text.includes(`your account @vera at ${site.url}`), subject)
    assert.match(text + after, /If this wasn’t you/, subject)
    assert.ok(`${text} ${link}`.includes(`${site.url}/`), subject)
  }
})

test('names only the site in jobs from earlier versions, because the former address may belong to another account', async () => {
  const site = await testIdentity({ memberNames: async () => ['vera', 'Vera Visitor'] })
  const { email } = await signedUp(site)
  await site.deliver()
  await queueEmail(site.db, { kind: 'email_changed', email })
  const [mail] = await site.deliver()
  assert.ok(mail!.text.startsWith(`The email address of your account at ${site.url} was changed.`))
})

test('writes emails in the member’s language or, for others, in the language of the request', async () => {
  let language: 'ja' | null = 'ja'
  const site = await testIdentity({ memberLanguage: async () => language })
  translateRequests(() => 'en')
  onTestFinished(() => translateRequests(() => 'en'))
  const { email } = await signedUp(site)
  const german = loadCatalog('de')['Your password was changed']
  const subjects = async () => (await site.deliver()).map(({ subject }) => subject)
  await site.deliver()
  await queueEmail(site.db, { kind: 'password_changed', email })
  assert.deepEqual(await subjects(), [loadCatalog('ja')['Your password was changed']])
  language = null
  await inLanguage('de', () => queueEmail(site.db, { kind: 'password_changed', email }))
  assert.deepEqual(await subjects(), [german])
  await queueEmail(site.db, { kind: 'password_changed', email })
  assert.deepEqual(await subjects(), ['Your password was changed'])
})
