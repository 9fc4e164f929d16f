import assert from 'node:assert/strict'
import { test } from 'vitest'
import { siteWithLinus } from '#tests/support/leaving.ts'
import { endMemberSessions } from './members.contract.ts'

test('signs a member out on all devices immediately, and only that member', async () => {
  const t = await siteWithLinus()
  const body = { email: 'linusleaves@devstead.test', password: 'secret of linusleaves' }
  const again = await t.call('POST', '/auth/v1/token?grant_type=password', { body })
  const tokens = [t.tokens.linus, ((await again.json()) as { access_token: string }).access_token]
  const target = endMemberSessions.href({ id: t.ids.linus })
  assert.deepEqual([(await t.linus('DELETE', target)).status, (await t.stranger('DELETE', target)).status], [403, 401])
  assert.equal((await t.ada('DELETE', target)).status, 204)
  assert.equal((await t.ada('DELETE', target)).status, 204)
  for (const token of tokens) assert.equal((await t.call('GET', '/api/users/me', { token })).status, 401)
  assert.equal((await t.ada('GET', '/api/users/me')).status, 200)
  assert.equal((await t.ada('DELETE', endMemberSessions.href({ id: 999_999 }))).status, 404)
  assert.deepEqual(t.logged, [])
})
