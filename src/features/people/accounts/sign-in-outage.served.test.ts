import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testApplication } from '#tests/support/application.ts'

// A token from a Supabase project that is unreachable, so that its key cannot be verified.
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${part({ alg: 'ES256', kid: 'k' })}.${part({ sub: crypto.randomUUID() })}.${part({})}`

test('serves public data while the hosted sign-in service is unreachable, and rejects writes', async () => {
  const t = await testApplication({
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_ANON_KEY: 'anon',
    LOG_LEVEL: 'silent',
  })
  for (const path of ['/api/posts', '/api/post-categories', '/api/site', '/api/config/supabase', '/readyz']) {
    assert.equal((await t.call('GET', path, { token })).status, 200, path)
  }
  for (const [method, path] of [
    ['GET', '/api/users/me'],
    ['POST', '/api/posts'],
    ['POST', '/api/posts/1/like'],
  ] as const) {
    const answer = await t.call(method, path, { token, ...(method === 'POST' && { body: { content: 'typed' } }) })
    assert.equal(answer.status, 502, path)
    assert.match(await answer.text(), /The sign-in service cannot be reached/)
  }
})
