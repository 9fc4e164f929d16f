import assert from 'node:assert/strict'
import { GoTrueClient } from '@supabase/auth-js'
import { onTestFinished, test } from 'vitest'
import { many, one, run, sql } from '#kernel/db.ts'
import { getSettings, type StoredSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { getSite, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { type TestApplication, testApplication } from '#tests/support/application.ts'
import { ownDatabase } from '#tests/support/backups.ts'
import { startHostedSupabase } from '#tests/support/hosted-supabase.ts'
import { choose, invitationBy, type Refusal, signUpAt } from '#tests/support/registering.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { getMembership } from '#features/people/accounts/accounts.contract.ts'
import { getInvitation, getInvitations, type InvitationList } from './invitations.contract.ts'
import type { RegistrationSettings } from './registration-settings.contract.ts'

/** A site with an administrator, whose settings limit who can register. */
async function siteWith(registration: Partial<RegistrationSettings>, settings: Record<string, string> = {}) {
  const t = await testApplication({ RATE_LIMITS: 'off', ...settings })
  const admin = await t.register('adawrites')
  await choose(t, admin, registration)
  const invite = (maxUses: number) => invitationBy(t, admin, maxUses)
  const invitations = async () =>
    ((await (await t.call('GET', getInvitations.path, { token: admin })).json()) as InvitationList).invitations
  return { ...t, admin, invite, invitations, signUp: signUpAt(t) }
}

const factsOf = async (t: TestApplication) => {
  const { isRegistrationOpen, registration } = (await (await t.call('GET', getSite.path)).json()) as SiteInfo
  return { isRegistrationOpen, registration }
}

const isOwnerNamed = async (t: TestApplication) =>
  ((await (await t.call('GET', getSite.path)).json()) as SiteInfo).isOwnerNamed

/** Creates an account in a hosted project, as browsers do. @returns the access token */
async function accountAt(
  { url, settings }: Awaited<ReturnType<typeof startHostedSupabase>>,
  username: string,
  invitation?: string,
): Promise<string> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: String(settings.SUPABASE_ANON_KEY), 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${username}@devstead.test`,
      password: 'loom and engine',
      data: { username, ...(invitation && { invitation }) },
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test('lets anyone register by default', async () => {
  const t = await siteWith({})
  assert.equal((await t.signUp('linus')).status, 200)
  assert.deepEqual(await factsOf(t), { isRegistrationOpen: true, registration: undefined })
})

test('lets no one register on a closed site, even with an invitation', async () => {
  const t = await siteWith({ mode: 'closed' })
  const { status, error, message } = await t.signUp('linus', await t.invite(1))
  assert.deepEqual([status, error, message], [422, 'signup_disabled', 'Registration is closed on this site.'])
  assert.deepEqual(await factsOf(t), { isRegistrationOpen: false, registration: undefined })
  assert.deepEqual(
    (await t.invitations()).map(({ uses }) => uses),
    [0],
  )
})

test('lets the first member register on a closed site', async () => {
  const t = await testApplication({ REGISTRATION: 'closed' })
  const signUp = signUpAt(t)
  assert.deepEqual(await factsOf(t), { isRegistrationOpen: true, registration: undefined })
  assert.equal((await signUp('ada')).status, 200)
  assert.equal((await signUp('linus')).status, 422)
  assert.deepEqual(await factsOf(t), { isRegistrationOpen: false, registration: undefined })
})

test('lets only the person whom OWNER_USERNAME names register first on a restricted site', async () => {
  for (const [mode, error] of [
    ['closed', 'signup_disabled'],
    ['invitation', 'invitation_required'],
  ] as const) {
    const boss = `boss-${mode}`
    const t = await testApplication({ REGISTRATION: mode, OWNER_USERNAME: boss.toUpperCase(), RATE_LIMITS: 'off' })
    const signUp = signUpAt(t)
    assert.equal((await factsOf(t)).isRegistrationOpen, true)
    assert.equal(await isOwnerNamed(t), true)
    assert.equal((await signUp(`stranger-${mode}`)).error, error)
    const owner = await signUp(boss)
    assert.equal(owner.status, 200)
    assert.equal(await isOwnerNamed(t), undefined)
    const me = await t.call('GET', '/api/users/me', { token: owner.token! })
    assert.equal(((await me.json()) as { role: string }).role, 'admin')
    assert.equal((await signUp(`latecomer-${mode}`)).error, error)
    assert.equal((await signUp(boss, undefined, 'example.net')).error, error)
  }
})

test('still lets the person named in OWNER_USERNAME register after registration is closed', async () => {
  const open = await testApplication({ OWNER_USERNAME: 'boss' })
  assert.equal((await signUpAt(open)('early')).status, 200)
  const closed = await testApplication({ OWNER_USERNAME: 'boss', REGISTRATION: 'closed' })
  assert.equal((await factsOf(closed)).isRegistrationOpen, true)
  assert.equal((await signUpAt(closed)('late')).error, 'signup_disabled')
  assert.equal((await signUpAt(closed)('boss')).status, 200)
  assert.equal((await factsOf(closed)).isRegistrationOpen, false)
})

test('shows REGISTRATION as a fixed setting that overrides the stored one', async () => {
  const t = await siteWith({ mode: 'open' }, { REGISTRATION: 'invitation' })
  const { fixed, settings } = (await (
    await t.call('GET', getSettings.path, { token: t.admin })
  ).json()) as StoredSettings
  assert.deepEqual(fixed, { registration: { mode: 'invitation', domains: [] } })
  assert.equal(settings.registration.mode, 'open')
  assert.equal((await t.signUp('linus')).error, 'invitation_required')
})

test('accepts only addresses at the chosen domains, and people with an invitation', async () => {
  const t = await siteWith({ mode: 'domains', domains: ['looms.example', 'engines.example'] })
  assert.deepEqual(await factsOf(t), {
    isRegistrationOpen: true,
    registration: { mode: 'domains', domains: ['looms.example', 'engines.example'] },
  })
  assert.equal((await t.signUp('one', undefined, 'LOOMS.example')).status, 200)
  for (const domain of ['example.org', 'sub.looms.example', 'notlooms.example', 'looms.example.org']) {
    const { status, error, message } = await t.signUp('two', undefined, domain)
    assert.deepEqual([status, error], [403, 'email_domain_not_allowed'], domain)
    assert.match(message!, /at looms\.example or engines\.example/)
  }
  assert.equal((await t.signUp('two', await t.invite(1))).status, 200)
})

test('rejects disposable addresses, except from invited people', async () => {
  const t = await siteWith({})
  for (const domain of ['mailinator.com', 'MAILINATOR.com', 'sub.mailinator.com']) {
    const { status, error, message } = await t.signUp('linus', undefined, domain)
    assert.deepEqual([status, error], [403, 'email_domain_not_allowed'], domain)
    assert.match(message!, /Disposable email addresses/)
  }
  assert.equal((await t.signUp('linus', undefined, 'notmailinator.com.example')).status, 200)
  assert.equal((await t.signUp('grace', await t.invite(1), 'mailinator.com')).status, 200)
})

test('accepts only people with an invitation, and only as many as it allows', async () => {
  const t = await siteWith({ mode: 'invitation' })
  const token = await t.invite(2)
  assert.deepEqual(await factsOf(t), { isRegistrationOpen: true, registration: { mode: 'invitation' } })
  assert.deepEqual((await t.signUp('linus')).error, 'invitation_required')
  assert.deepEqual((await t.signUp('linus', 'x'.repeat(32))).error, 'invitation_invalid')
  assert.equal((await t.signUp('linus', token)).status, 200)
  assert.equal((await t.signUp('grace', token)).status, 200)
  const { status, error } = await t.signUp('alan', token)
  assert.deepEqual([status, error], [403, 'invitation_invalid'])
  const [invitation] = await t.invitations()
  assert.deepEqual([invitation?.uses, invitation?.state, invitation?.createdBy?.username], [2, 'used_up', 'adawrites'])
  assert.deepEqual(
    invitation?.joined.map(({ username }) => username),
    ['grace', 'linus'],
  )
})

test('creates exactly three accounts for ten concurrent sign-ups with a link for three people', async () => {
  const t = await siteWith({ mode: 'invitation' })
  const token = await t.invite(3)
  const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => t.signUp(`guest-${n}`, token)))
  const errors = outcomes.map(({ error }) => error).filter((error) => error !== undefined)
  assert.deepEqual(
    errors,
    Array.from({ length: 7 }, () => 'invitation_invalid'),
  )
  const accounts = await one<{ count: number }>(t.db)`
    select count(*) as count from identity_users where email like 'guest-%'`
  assert.equal(accounts?.count, 3)
  assert.deepEqual(
    (await t.invitations()).map(({ uses, joined }) => [uses, joined.length]),
    [[3, 3]],
  )
  assert.deepEqual(t.logged, [])
})

test('rejects invitations that are revoked or expired', async () => {
  const t = await siteWith({ mode: 'invitation' })
  const [revoked, expired] = [await t.invite(5), await t.invite(5)]
  const [expiredId, id] = (await t.invitations()).map((one) => one.id)
  const target = `${getInvitations.path}/${id}`
  assert.equal((await t.call('DELETE', target, { token: t.admin })).status, 204)
  assert.equal((await t.call('DELETE', target, { token: t.admin })).status, 204)
  await run(t.db)`update invitations set expires_at = now() where id = ${expiredId!}`
  for (const token of [revoked, expired]) {
    assert.equal((await t.call('GET', getInvitation.href({ token }))).status, 404)
    assert.equal((await t.signUp('linus', token)).error, 'invitation_invalid')
  }
  assert.deepEqual(
    (await t.invitations()).map(({ state }) => state),
    ['expired', 'revoked'],
  )
})

test('never stores an invitation’s secret, and says who created it', async () => {
  const t = await siteWith({ mode: 'invitation' })
  const token = await t.invite(2)
  const check = await t.call('GET', getInvitation.href({ token }))
  assert.deepEqual(await check.json(), { invitedBy: 'Full adawrites' })
  await t.signUp('linus', token)
  const tables = await many<{ name: string }>(t.db)`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name ~ '^(invitation|identity|audit|all_members)'`
  assert.ok(tables.length > 5)
  for (const { name } of tables) {
    const rows = JSON.stringify(await many(t.db)`select to_jsonb(t) from ${sql.table(name)} t`)
    assert.equal(rows.includes(token), false, name)
  }
})

test('counts repeated sign-ups with an unconfirmed address once, and frees up the invitation if the address is never confirmed', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const t = await testApplication({ RATE_LIMITS: 'off', SMTP_URL: mails.url, MAIL_FROM: 'site@devstead.test' })
  const { subject } = await t.ctx.identity.createAccount({
    email: 'ada@devstead.test',
    password: 'secret of adawrites',
    username: 'adawrites',
    fullName: 'Ada Archer',
  })
  const signIn = { body: { email: 'ada@devstead.test', password: 'secret of adawrites' } }
  const session = await t.call('POST', '/auth/v1/token?grant_type=password', signIn)
  const { access_token: admin } = (await session.json()) as { access_token: string }
  assert.ok(subject)
  await choose(t, admin, { mode: 'invitation' })
  const token = await invitationBy(t, admin, 1)
  const signUp = signUpAt(t)
  assert.equal((await signUp('linus', token)).status, 200)
  assert.equal((await signUp('linus', token)).status, 200)
  assert.equal((await signUp('grace', token)).error, 'invitation_invalid')
  await run(t.db)`delete from identity_users where confirmed_at is null`
  assert.equal((await signUp('grace', token)).status, 200)
  await tasksOf(
    t.ctx.features.flatMap(({ workers = [] }) => workers),
    t.ctx,
  )['invitations.sweep']!({})
  assert.equal((await one<{ count: number }>(t.db)`select count(*) as count from invitation_uses`)?.count, 1)
})

test('records created, used, and revoked invitations and changes to the registration mode in the audit log', async () => {
  const t = await siteWith({ mode: 'invitation' })
  await t.signUp('linus', await t.invite(2))
  const [id] = (await t.invitations()).map((one) => one.id)
  await t.call('DELETE', `${getInvitations.path}/${id}`, { token: t.admin })
  const entries = await many(t.db)`
    select action, username, target, details from audit_log left join all_members on all_members.id = actor_id
    where action ~ '^(invitation|registration)' order by audit_log.id`
  const target = `invitation ${id}`
  assert.deepEqual(entries, [
    {
      action: 'registration.changed',
      username: 'adawrites',
      target: null,
      details: { from: 'open', to: 'invitation' },
    },
    { action: 'invitation.created', username: 'adawrites', target, details: { maxUses: 2, days: 7 } },
    { action: 'invitation.used', username: 'linus', target, details: {} },
    { action: 'invitation.revoked', username: 'adawrites', target, details: {} },
  ])
})

test('creates members from a hosted project only if they may register, and counts their invitations', async () => {
  const project = await startHostedSupabase((await ownDatabase('template')).connection)
  onTestFinished(() => project.close())
  const accountOf = (username: string, invitation?: string) => accountAt(project, username, invitation)
  const t = await testApplication({ ...project.settings })
  const me = async (token: string) => {
    const response = await t.call('GET', '/api/users/me', { token })
    return { status: response.status, ...((await response.json()) as Refusal) }
  }
  const admin = await accountOf('adawrites')
  assert.equal((await me(admin)).status, 200)
  await choose(t, admin, { mode: 'invitation' })
  const link = await invitationBy(t, admin, 1)
  const [uninvited, invited, late] = [
    await accountOf('one'),
    await accountOf('two', link),
    await accountOf('three', link),
  ]
  const refused = await me(uninvited)
  assert.deepEqual([refused.status, refused.code], [403, 'registration_refused'])
  assert.match(refused.message!, /need an invitation/)
  assert.equal((await me(invited)).status, 200)
  assert.equal((await me(invited)).status, 200)
  assert.deepEqual((await me(late)).status, 403)
  await choose(t, admin, { mode: 'domains', domains: ['devstead.test'] })
  assert.equal((await me(uninvited)).status, 200)
})

test('admits people from a hosted project with an invitation that they got after they were refused', async () => {
  const project = await startHostedSupabase((await ownDatabase('template')).connection)
  onTestFinished(() => project.close())
  const t = await testApplication({ ...project.settings })
  const statusOf = async (token: string) => (await t.call('GET', '/api/users/me', { token })).status
  const admin = await accountAt(project, 'adawrites')
  assert.equal(await statusOf(admin), 200)
  await choose(t, admin, { mode: 'invitation' })
  assert.equal(await statusOf(await accountAt(project, 'linus')), 403)
  const auth = new GoTrueClient({
    url: `${project.url}/auth/v1`,
    headers: { apikey: String(project.settings.SUPABASE_ANON_KEY) },
    persistSession: false,
    autoRefreshToken: false,
  })
  const account = { email: 'linus@devstead.test', password: 'loom and engine' }
  await auth.signInWithPassword(account)
  await auth.updateUser({ data: { invitation: await invitationBy(t, admin, 1) } })
  const { data } = await auth.signInWithPassword(account)
  assert.equal(await statusOf(data.session!.access_token), 200)
})

test('reports an outage of the hosted project to people who ask whether they have been approved', async () => {
  const project = await startHostedSupabase((await ownDatabase('template')).connection)
  onTestFinished(() => project.close())
  const t = await testApplication({ ...project.settings })
  const token = await accountAt(project, 'linus')
  project.failWith(503)
  assert.equal((await t.call('GET', getMembership.path, { token })).status, 503)
})

test('creates the first member from a hosted project only if OWNER_USERNAME names them', async () => {
  const project = await startHostedSupabase((await ownDatabase('template')).connection)
  onTestFinished(() => project.close())
  const t = await testApplication({ ...project.settings, REGISTRATION: 'closed', OWNER_USERNAME: 'boss' })
  const me = async (username: string) => {
    const response = await t.call('GET', '/api/users/me', { token: await accountAt(project, username) })
    const { code, role } = (await response.json()) as Refusal & { role?: string }
    return [response.status, code, role]
  }
  assert.deepEqual(await me('early'), [403, 'registration_refused', undefined])
  assert.deepEqual(await me('boss'), [200, undefined, 'admin'])
  assert.deepEqual(await me('late'), [403, 'registration_refused', undefined])
})
