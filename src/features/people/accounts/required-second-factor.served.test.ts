import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { createArchiveLink } from '#features/admin/archives/archives.contract.ts'
import { defaultSettings, getSettings, saveSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { getModerationQueue } from '#features/conversation/moderation-queue/moderation-queue.contract.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { getViewer, type Viewer } from '#features/people/profiles/profiles.contract.ts'
import { unsubscribeLink } from '#features/people/notifications/unsubscribe-links.ts'
import { createProfile } from '#features/people/profiles/new-profile.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { getPosts, publishPost } from '#features/writing/posts/posts.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'
import { type TwoFactorRule, twoFactorRules } from '#schemas/two-factor.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { saveSettingsOf } from '#tests/support/registering.ts'
import { addSecondFactor } from '#tests/support/second-factor.ts'
import { proveIdentity } from './account-proofs.contract.ts'

/** A site whose owner has an authenticator app, with Linus, who has none. */
async function siteWithOwner() {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const owner = await addSecondFactor(t, await t.register('adawrites'))
  const linus = await t.register('linus')
  const send = async <Body = { code: string }>(token: string, method: string, target: string, body?: object) => {
    const response = await t.call(method, target, { token, body })
    return { status: response.status, body: (response.status === 204 ? null : await response.json()) as Body }
  }
  const viewer = async (token: string) => {
    const { role, needsSecondFactor = false } = (await send<Viewer>(token, 'GET', getViewer.path)).body
    return [role, needsSecondFactor]
  }
  const publish = (token: string) => send<{ id: number }>(token, 'POST', publishPost.path, { content: 'Hello' })
  const setRole = (role: Role) => run(t.db)`update all_members set role = ${role} where username = 'linus'`
  const require = (requireTwoFactor: TwoFactorRule) => saveSettingsOf(t, owner.token, { requireTwoFactor })
  return { ...t, owner, linus, send, viewer, publish, setRole, require }
}

test('lets members whose role requires a second factor only read until they have set one up', async () => {
  const t = await siteWithOwner()
  const { id: postId } = (await t.publish(t.linus)).body
  await t.require('writers')
  assert.deepEqual(await t.viewer(t.linus), ['reader', true])
  assert.equal((await t.send(t.linus, 'GET', getPosts.path)).status, 200)
  for (const [method, target, body] of [
    ['POST', publishPost.path, { content: 'Hello' }],
    ['POST', likePost.href({ id: postId }), undefined],
    ['GET', getSettings.path, undefined],
    ['POST', createArchiveLink.path, undefined],
    ['POST', deleteAccount.path, { posts: 'remove' }],
    ['POST', createProfile.path, { username: 'linus', bio: 'Buy now' }],
  ] as const) {
    const { status, body: refusal } = await t.send(t.linus, method, target, body)
    assert.deepEqual([status, refusal.code], [403, 'second_factor_required'], target)
  }
  assert.equal((await t.send(t.linus, 'POST', createProfile.path, { username: 'linus' })).status, 200)
  assert.equal((await t.send(t.linus, 'POST', await unsubscribeLink(t.ctx, 2))).status, 204)
  for (const [method, target, body] of [
    ['POST', '/storage/v1/object/post-images/1/x.png', {}],
    ['DELETE', '/storage/v1/object/post-images', { prefixes: ['1/x.png'] }],
  ] as const)
    assert.match(await (await t.call(method, target, { token: t.linus, body })).text(), /requires two-factor/, method)
  assert.equal((await t.send(t.linus, 'POST', proveIdentity.path, { password: 'secret of linus' })).status, 204)
  const { id, token } = await addSecondFactor(t, t.linus)
  assert.deepEqual(await t.viewer(token), ['member', false])
  assert.equal((await t.publish(token)).status, 201)
  assert.deepEqual(t.logged, [])

  const remove = () => t.send(token, 'DELETE', `/auth/v1/factors/${id}`)
  const refused = await remove()
  assert.equal(refused.status, 422)
  assert.match(JSON.stringify(refused.body), /second_factor_required/)
  await t.require('admins')
  assert.equal((await remove()).status, 200)
})

test('applies only to the chosen roles', async () => {
  const t = await siteWithOwner()
  const needing: Record<string, Role[]> = {}
  for (const rule of twoFactorRules) {
    await t.require(rule)
    needing[rule] = []
    for (const role of ['reader', 'member', 'admin'] as const) {
      await t.setRole(role)
      const [shown, isNeeded] = await t.viewer(t.linus)
      assert.equal(shown, isNeeded ? 'reader' : role)
      if (isNeeded) needing[rule].push(role)
    }
  }
  assert.deepEqual(needing, {
    none: [],
    admins: ['admin'],
    writers: ['member', 'admin'],
    everyone: ['reader', 'member', 'admin'],
  })
})

test('shows administrators without a second factor only what other members may read', async () => {
  const t = await siteWithOwner()
  await t.setRole('admin')
  const { id } = (await t.publish(t.owner.token)).body
  await t.call('POST', createComment.href({ id }), { body: { authorName: 'Vera', content: 'Well said' } })
  const queue = async () => JSON.stringify((await t.send(t.linus, 'GET', getModerationQueue.path)).body)
  assert.match(await queue(), /Well said/)
  await t.require('admins')
  assert.doesNotMatch(await queue(), /Well said/)
})

test('does not let administrators without a second factor require one', async () => {
  const t = await siteWithOwner()
  await t.setRole('admin')
  const save = (requireTwoFactor: TwoFactorRule) => {
    const body = { version: 0, settings: { ...defaultSettings, requireTwoFactor } }
    return t.send<{ issues?: object[] }>(t.linus, 'PUT', saveSettings.path, body)
  }
  const { status, body } = await save('admins')
  const message = 'Set up two-factor authentication for your own account first, in your security settings.'
  assert.deepEqual([status, body.issues], [400, [{ path: 'requireTwoFactor', message }]])
  assert.equal((await save('none')).status, 200)
})
