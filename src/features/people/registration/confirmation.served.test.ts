import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { testApplication } from '#tests/support/application.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { choose, invitationBy, type Refusal, signUpAt } from '#tests/support/registering.ts'
import { getInvitations, type InvitationList, revokeInvitation } from './invitations.contract.ts'

/** A site that sends email, with an administrator. */
async function siteWithEmail(settings: Record<string, string> = {}) {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const smtp = { SMTP_URL: mails.url, MAIL_FROM: 'site@devstead.test' }
  const t = await testApplication({ RATE_LIMITS: 'off', ...smtp, ...settings })
  const admin = { email: 'ada@devstead.test', password: 'secret of adawrites' }
  await t.ctx.identity.createAccount({ ...admin, username: 'adawrites', fullName: 'Ada Archer' })
  const session = await t.call('POST', '/auth/v1/token?grant_type=password', { body: admin })
  const { access_token: token } = (await session.json()) as { access_token: string }
  assert.equal((await t.call('GET', '/api/users/me', { token })).status, 200)

  const signUp = signUpAt(t)
  const hashFor = async (username: string) =>
    new URL((await mails.mailTo(`${username}@example.org`)).link!).searchParams.get('token_hash')!
  async function confirmWith(hash: string) {
    const response = await t.call('POST', '/auth/v1/verify', { body: { type: 'signup', token_hash: hash } })
    const answer = (await response.json()) as Refusal & { access_token?: string }
    const me = answer.access_token && (await t.call('GET', '/api/users/me', { token: answer.access_token }))
    return {
      status: response.status,
      error: answer.error_code,
      message: answer.msg,
      ofMember: me ? me.status : null,
    }
  }
  const confirm = async (username: string) => confirmWith(await hashFor(username))
  async function revokeAll() {
    const list = (await (await t.call('GET', getInvitations.path, { token })).json()) as InvitationList
    for (const { id } of list.invitations) await t.call('DELETE', revokeInvitation.href({ id }), { token })
  }
  return { ...t, token, signUp, hashFor, confirmWith, confirm, revokeAll, invite: () => invitationBy(t, token, 5) }
}

test('does not admit people who confirm their address after their invitation was revoked', async () => {
  const t = await siteWithEmail()
  await choose(t, t.token, { mode: 'invitation' })
  const link = await t.invite()
  for (const name of ['grace', 'linus']) assert.equal((await t.signUp(name, link)).status, 200)
  assert.equal((await t.confirm('grace')).ofMember, 200)
  await t.revokeAll()
  const { status, error, message, ofMember } = await t.confirm('linus')
  assert.deepEqual([status, error, ofMember], [403, 'invitation_invalid', null])
  assert.match(message!, /revoked/)
})

test('applies the registration mode to people whose invitation was revoked before they confirmed their address', async () => {
  const t = await siteWithEmail()
  await choose(t, t.token, { mode: 'approval' })
  const link = await t.invite()
  await t.signUp('linus', link)
  await t.revokeAll()
  assert.deepEqual(await t.confirm('linus'), { status: 200, error: undefined, message: undefined, ofMember: 403 })
  await t.signUp('grace', await t.invite())
  assert.equal((await t.confirm('grace')).ofMember, 200)
})

test('does not admit people who confirm their address after the registration mode has changed', async () => {
  const t = await siteWithEmail()
  for (const [mode, error] of [
    ['closed', 'signup_disabled'],
    ['invitation', 'invitation_required'],
    ['domains', 'email_domain_not_allowed'],
  ] as const) {
    await choose(t, t.token, { mode: 'open' })
    await t.signUp(`guest-${mode}`)
    await choose(t, t.token, { mode, domains: ['looms.example'] })
    assert.equal((await t.confirm(`guest-${mode}`)).error, error)
  }
})

test('lets people use the link again once the rules admit them', async () => {
  const t = await siteWithEmail()
  await t.signUp('linus')
  const hash = await t.hashFor('linus')
  await choose(t, t.token, { mode: 'closed' })
  assert.equal((await t.confirmWith(hash)).error, 'signup_disabled')
  await choose(t, t.token, { mode: 'open' })
  assert.equal((await t.confirmWith(hash)).ofMember, 200)
})

test('confirms, even on a closed site, the account of the person whom OWNER_USERNAME names', async () => {
  const t = await siteWithEmail({ OWNER_USERNAME: 'boss', REGISTRATION: 'closed' })
  assert.equal((await t.signUp('boss')).status, 200)
  assert.equal((await t.confirm('boss')).ofMember, 200)
})
