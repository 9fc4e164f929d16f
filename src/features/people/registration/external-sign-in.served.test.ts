import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { onTestFinished, test } from 'vitest'
import { getViewer, type Viewer } from '#features/people/profiles/profiles.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { follow } from '#tests/support/external-sign-in.ts'
import { choose, invitationBy, type Refusal } from '#tests/support/registering.ts'
import { startSignInProviders } from '#tests/support/sign-in-providers.ts'
import { getInvitations, type InvitationList } from './invitations.contract.ts'
import type { RegistrationSettings } from './registration-settings.contract.ts'

const verifier = 'v'.repeat(43)
const code_challenge = createHash('sha256').update(verifier).digest('base64url')

/** A site where people can sign in with GitHub, with an administrator. */
async function siteWithGithub(registration: Partial<RegistrationSettings>) {
  const providers = await startSignInProviders()
  onTestFinished(providers.close)
  const t = await testApplication({ RATE_LIMITS: 'off', ...providers.environment })
  providers.redirectUri = `${t.config.siteUrl}/auth/v1/callback`
  const admin = await t.register('adawrites')
  await choose(t, admin, registration)

  const redirect = async (target: string) => {
    const { pathname, search } = new URL(target, t.config.siteUrl)
    return (await t.call('GET', pathname + search)).headers.get('location')!
  }

  /** Signs in at GitHub, as a browser does that has opened an invitation link. */
  async function signIn(invitation?: string) {
    const start = { provider: 'github', redirect_to: '/auth', code_challenge, code_challenge_method: 's256' }
    const query = new URLSearchParams({ ...start, ...(invitation && { invitation }) })
    const landing = new URL(await redirect(await follow(await redirect(`/auth/v1/authorize?${query.toString()}`))))
    const body = { auth_code: landing.searchParams.get('code'), code_verifier: verifier }
    const response = await t.call('POST', '/auth/v1/token?grant_type=pkce', { body })
    const { error_code: error, access_token: token } = (await response.json()) as Refusal & { access_token?: string }
    return { error, token }
  }
  return { ...t, providers, admin, signIn }
}

test('counts an invitation that was opened before signing in with GitHub', async () => {
  const t = await siteWithGithub({ mode: 'invitation' })
  assert.equal((await t.signIn()).error, 'invitation_required')
  const invitation = await invitationBy(t, t.admin, 1)
  const { token = '' } = await t.signIn(invitation)
  const viewer = (await (await t.call('GET', getViewer.path, { token })).json()) as Viewer
  assert.deepEqual([viewer.username, viewer.displayName], ['octo', 'Octo Cat'])
  const list = (await (await t.call('GET', getInvitations.path, { token: t.admin })).json()) as InvitationList
  assert.deepEqual(
    list.invitations.map(({ uses }) => uses),
    [1],
  )
  t.providers.person = { ...t.providers.person, id: 2, username: 'other', email: 'other@example.org' }
  assert.equal((await t.signIn(invitation)).error, 'invitation_invalid')
  assert.deepEqual(t.logged, [])
})

test('registers no one with GitHub on a closed site, or with a disposable address', async () => {
  const closed = await siteWithGithub({ mode: 'closed' })
  assert.equal((await closed.signIn()).error, 'signup_disabled')
  await choose(closed, closed.admin, { mode: 'open' })
  closed.providers.person = { ...closed.providers.person, email: 'octo@mailinator.com' }
  assert.equal((await closed.signIn()).error, 'email_domain_not_allowed')
})

test('holds accounts that GitHub registers for approval', async () => {
  const t = await siteWithGithub({ mode: 'approval' })
  const { token = '' } = await t.signIn()
  const response = await t.call('GET', getViewer.path, { token })
  assert.deepEqual([response.status, ((await response.json()) as Refusal).code], [403, 'awaiting_approval'])
})
