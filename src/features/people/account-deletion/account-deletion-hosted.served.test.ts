import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { proveIdentity } from '#features/people/accounts/account-proofs.contract.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { getViewer, type Viewer } from '#features/people/profiles/profiles.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { ownDatabase } from '#tests/support/backups.ts'
import { type HostedSupabase, startHostedSupabase } from '#tests/support/hosted-supabase.ts'

async function project(): Promise<HostedSupabase> {
  const started = await startHostedSupabase((await ownDatabase('template')).connection)
  onTestFinished(() => started.close())
  return started
}

/** A member of a site that uses the hosted project. */
async function linusAt({ url, settings }: HostedSupabase, more: Record<string, string> = {}) {
  const t = await testApplication({ ...settings, ...more })
  const ask = async (path: string, body: object) => {
    const headers = { apikey: String(settings['SUPABASE_ANON_KEY']), 'content-type': 'application/json' }
    return fetch(`${url}/auth/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const credentials = { email: 'linus@devstead.test', password: 'loom and engine' }
  async function register(username: string) {
    const answer = await ask('signup', { ...credentials, data: { username, fullName: 'Linus' } })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const me = (await (await t.call('GET', getViewer.path, { token })).json()) as Viewer
    return { token, me }
  }
  const signIn = () => ask('token?grant_type=password', credentials)
  const first = await register('linus')
  const leave = () => t.call('POST', deleteAccount.path, { token: first.token, body: { posts: 'keep' } })
  const confirm = (password = credentials.password) =>
    t.call('POST', proveIdentity.path, { token: first.token, body: { password } })
  const wait = (minutes: number) => {
    const later = t.clock.now() + minutes * 60_000
    t.clock.now = () => later
  }
  return { ...t, ...first, register, signIn, leave, confirm, wait }
}

test('deletes the account at the hosted sign-in service, so the person can register as a new member', async () => {
  const hosted = await project()
  const t = await linusAt(hosted)
  t.wait(11)
  assert.equal((await t.leave()).status, 403)
  assert.equal((await t.confirm('another password')).status, 400)
  assert.equal((await t.leave()).status, 403)
  assert.equal((await t.confirm()).status, 204)
  assert.equal((await t.leave()).status, 204)
  assert.equal((await t.call('GET', getViewer.path, { token: t.token })).status, 401)
  for (let tries = 0; (await hosted.accounts()) > 0; tries++) {
    assert.ok(tries < 100, 'the account still exists')
    await sleep(50)
  }
  assert.equal((await t.signIn()).status, 400)
  const again = await t.register('linusagain')
  assert.equal(again.me.username, 'linusagain')
  assert.notEqual(again.me.id, t.me.id)
  assert.deepEqual(t.logged, [])
})

test('rejects accounts not yet deleted at the hosted service, and does not verify anyone during an outage', async () => {
  const hosted = await project()
  const t = await linusAt(hosted)
  await t.call('GET', getViewer.path, { token: t.token })
  t.wait(11)
  hosted.failWith(503)
  assert.deepEqual([(await t.confirm()).status, (await t.leave()).status], [502, 403])
  hosted.failWith(null)
  assert.equal((await t.confirm()).status, 204)
  hosted.failWith(503)
  assert.equal((await t.leave()).status, 204)
  await sleep(200)
  hosted.failWith(null)
  assert.equal(await hosted.accounts(), 1)
  const { access_token: token } = (await (await t.signIn()).json()) as { access_token: string }
  assert.equal((await t.call('GET', getViewer.path, { token })).status, 401)
})

test('reports that it cannot delete accounts without a service key', async () => {
  const t = await linusAt(await project(), { SUPABASE_SERVICE_KEY: '' })
  const refused = await t.leave()
  assert.equal(refused.status, 501)
  assert.match(await refused.text(), /can’t delete accounts/)
  assert.equal((await t.call('GET', getViewer.path, { token: t.token })).status, 200)
})
