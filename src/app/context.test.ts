import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { testApplication } from '#tests/application.ts'
import { startHostedSupabase } from '#tests/hosted-supabase.ts'

test('a site that is closed takes in nobody new, whoever the hosted project gives an account', async () => {
  const project = await startHostedSupabase()
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
  assert.equal(await statusOf(closed, late), 401)
})
