import assert from 'node:assert/strict'
import { test } from 'vitest'
import { routes } from '#app/features.ts'
import { putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { type DraftLink, shareDraft } from '#features/writing/shared-drafts/shared-drafts.contract.ts'
import { testApplication } from '#tests/support/application.ts'

const secret = 'zanzibar'

test('never includes the link or any part of a shared draft in responses to others', async () => {
  const site = await testApplication()
  const admin = await site.register('admina')
  const author = await site.register('olga')
  const key = '0'.repeat(32)
  const body = { title: secret, content: secret, categoryId: 1, postId: null, baseUpdatedAt: null, updatedAt: null }
  await site.call('PUT', putDraft.href({ key }), { token: author, body })
  const shared = await site.call('PUT', shareDraft.href({ key }), { token: author, body: { expiresInDays: null } })
  const { token } = (await shared.json()) as DraftLink
  const open = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  assert.ok(open.length > 15)
  for (const { path } of open) {
    for (const who of [null, admin]) {
      const text = await (await site.call('GET', path, { token: who })).text()
      assert.doesNotMatch(text, new RegExp(`${secret}|${token}`), path)
    }
  }
  assert.doesNotMatch(JSON.stringify(site.logged), new RegExp(token))
})
