import assert from 'node:assert/strict'
import { test } from 'vitest'
import { routes } from '#app/features.ts'
import { testApplication } from '#tests/support/application.ts'
import { putDraft } from './drafts.contract.ts'

const secret = 'zanzibar'

test('never includes any part of a draft in responses to visitors or administrators', async () => {
  const site = await testApplication()
  const admin = await site.register('admina')
  const author = await site.register('olga')
  const body = {
    title: secret,
    content: `# ${secret}`,
    categoryId: 1,
    postId: null,
    baseUpdatedAt: null,
    updatedAt: null,
  }
  const { status } = await site.call('PUT', putDraft.href({ key: '0'.repeat(32) }), { token: author, body })
  assert.equal(status, 200)

  const open = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  assert.ok(open.length > 15)
  for (const { path } of open) {
    for (const token of [null, admin]) {
      const answer = await site.call('GET', `${path}?q=${secret}`, { token })
      assert.doesNotMatch((await answer.text()).replaceAll(`q=${secret}`, ''), new RegExp(secret), path)
    }
  }
})
