import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { onTestFinished, test } from 'vitest'
import { sql } from '#kernel/db.ts'
import { testApplication } from '#tests/support/application.ts'
import { ownDatabase } from '#tests/support/backups.ts'
import { startHostedSupabase } from '#tests/support/hosted-supabase.ts'

test('rejects new members on a closed site, even if they have an account in the hosted project', async () => {
  const project = await startHostedSupabase((await ownDatabase('template')).connection)
  onTestFinished(() => project.close())
  const signUp = async (username: string) => {
    const response = await fetch(`${project.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: String(project.settings.SUPABASE_ANON_KEY), 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${username}@devstead.test`, password: 'loom and engine', data: { username } }),
    })
    return ((await response.json()) as { access_token: string }).access_token
  }
  const [early, late] = [await signUp('early'), await signUp('late')]
  const statusOf = async (site: Awaited<ReturnType<typeof testApplication>>, token: string) =>
    (await site.call('GET', '/api/users/me', { token })).status

  const open = await testApplication({ ...project.settings })
  assert.equal(await statusOf(open, early), 200)
  const closed = await testApplication({ ...project.settings, REGISTRATION: 'closed' })
  assert.equal(await statusOf(closed, early), 200)
  assert.equal(await statusOf(closed, late), 403)
})

test('recognizes existing members after SITE_URL has changed', async () => {
  const before = await testApplication({ SITE_URL: 'http://localhost:3000' })
  await before.register('ada')
  const after = await testApplication({ SITE_URL: 'https://ada.example' })
  const session = async () => {
    const body = { email: 'ada@devstead.test', password: 'secret of ada' }
    const response = await after.call('POST', '/auth/v1/token?grant_type=password', { body })
    return ((await response.json()) as { access_token: string }).access_token
  }
  const me = async () => (await after.call('GET', '/api/users/me', { token: await session() })).json()
  const ada = (await me()) as { id: number; username: string; role: string }
  assert.deepEqual([ada.username, ada.role], ['ada', 'admin'])

  // Former issuers. The first one determines the identity.
  await sql`update all_members set issuer = 'http://localhost:3000/auth/v1'`.execute(after.db)
  assert.equal(((await me()) as { username: string }).username, 'ada-2')
  await sql`update all_members set issuer = 'https://ada.example/auth/v1' where issuer = 'embedded'`.execute(after.db)
  await sql.raw(readFileSync('migrations/0049-embedded-people.sql', 'utf8')).execute(after.db)
  assert.deepEqual(await me(), ada)
})
