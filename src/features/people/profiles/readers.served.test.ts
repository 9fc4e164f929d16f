import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { many } from '#kernel/db.ts'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import {
  createLivestream,
  enableLivestream,
  listOwnLivestreams,
  type OwnLivestream,
} from '#features/live/livestreams/livestreams.contract.ts'
import { cutStream } from '#features/live/livestreams/livestreams.jobs.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { createProject } from '#features/work/projects/projects.contract.ts'
import {
  createSponsorTier,
  deleteSponsorTier,
  type SponsorTier,
  updateSponsorTier,
} from '#features/work/sponsorship/sponsor-tiers.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { deletePost, getPost, type Post, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { cannotPublish, type Role } from '#schemas/roles.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { saveSettingsOf } from '#tests/support/registering.ts'
import { changeRole } from './roles.contract.ts'
import { getViewer, type Viewer } from './profiles.contract.ts'

/** A site with an owner and Linus, who is a reader. */
async function siteWithReader() {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const [owner, linus] = [await t.register('adawrites'), await t.register('linus')]
  const viewer = async (token: string) => (await (await t.call('GET', getViewer.path, { token })).json()) as Viewer
  const { id } = await viewer(linus)
  const setRole = async (role: Role) =>
    (await t.call('PUT', changeRole.href({ id }), { token: owner, body: { role } })).status
  const send = async <Body>(token: string, method: string, target: string, body?: object) => {
    const response = await t.call(method, target, { token, body })
    return { status: response.status, body: (response.status === 204 ? null : await response.json()) as Body }
  }
  const { body: post } = await send<Post>(linus, 'POST', publishPost.path, { content: 'From before' })
  return { ...t, owner, linus, id, viewer, setRole, send, post }
}

test('lets readers take part, but not publish', async () => {
  const t = await siteWithReader()
  const { body: tier } = await t.send<SponsorTier>(t.linus, 'POST', createSponsorTier.path, {
    name: 'Tea',
    amount: 300,
  })
  assert.equal(await t.setRole('reader'), 200)
  assert.equal((await t.viewer(t.linus)).role, 'reader')
  const { body: other } = await t.send<Post>(t.owner, 'POST', publishPost.path, { content: 'By the owner' })
  const { id: ownerId } = await t.viewer(t.owner)
  const project = { title: 'Loom', description: 'Weaves', technologies: [] }
  for (const [method, target, body] of [
    ['POST', publishPost.path, { content: 'Hello' }],
    ['PATCH', updatePost.href({ id: t.post.id }), { content: 'Changed' }],
    ['POST', createProject.path, project],
    ['POST', createLivestream.path, { title: 'Live' }],
    ['POST', createSponsorTier.path, { name: 'Coffee', amount: 500 }],
    ['PATCH', updateSponsorTier.href({ id: tier.id }), { amount: 500 }],
  ] as const) {
    const { status, body: refusal } = await t.send<{ code: string; message: string }>(t.linus, method, target, body)
    assert.deepEqual([status, refusal.code, refusal.message], [403, 'forbidden', cannotPublish()], target)
  }
  const shown = await t.send<Post>(t.linus, 'GET', getPost.href({ id: t.post.id }))
  assert.deepEqual([shown.body.canEdit, shown.body.canDelete], [false, true])
  assert.equal((await t.send(t.linus, 'POST', likePost.href({ id: other.id }))).status, 200)
  assert.equal((await t.send(t.linus, 'POST', followMember.href({ id: ownerId }))).status, 200)
  assert.equal((await t.send(t.linus, 'POST', createComment.href({ id: other.id }), { content: 'Nice' })).status, 201)
  assert.equal((await t.send(t.linus, 'DELETE', deletePost.href({ id: t.post.id }))).status, 204)
  assert.equal((await t.send(t.linus, 'DELETE', deleteSponsorTier.href({ id: tier.id }))).status, 204)
  assert.equal(await t.setRole('member'), 200)
  assert.equal((await t.send(t.linus, 'POST', publishPost.path, { content: 'Hello' })).status, 201)
})

test('makes new members readers if the settings say so, but not the owner', async () => {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const owner = await t.register('adawrites')
  await saveSettingsOf(t, owner, { newMembersPublish: false })
  const linus = await t.register('linus')
  const roleOf = async (token: string) =>
    ((await (await t.call('GET', getViewer.path, { token })).json()) as Viewer).role
  assert.deepEqual([await roleOf(owner), await roleOf(linus)], ['admin', 'reader'])
  await saveSettingsOf(t, owner, { newMembersPublish: true })
  assert.equal(await roleOf(await t.register('grace')), 'member')
})

test('disconnects the streams of members who become readers, and notifies them', async () => {
  const t = await siteWithReader()
  const { body } = await t.send<OwnLivestream>(t.linus, 'POST', createLivestream.path, { title: 'Live' })
  const target = enableLivestream.href({ id: body.id })
  assert.equal((await t.send<OwnLivestream>(t.linus, 'POST', target)).body.status, 'idle')
  await t.setRole('reader')
  const jobs = await many<{ payload: unknown }>(t.db)`
    select payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id
    where identifier = ${cutStream.name}`
  assert.equal(jobs.length, 1)
  await tasksOf(
    t.ctx.features.flatMap(({ workers = [] }) => workers),
    t.ctx,
  )[cutStream.name]!(jobs[0]!.payload)
  const { body: streams } = await t.send<OwnLivestream[]>(t.linus, 'GET', listOwnLivestreams.path)
  assert.deepEqual(
    streams.map(({ status }) => status),
    ['offline'],
  )
  const kinds = await many(t.db)`select kind from notifications where member_id = ${t.id}`
  assert.deepEqual(kinds, [{ kind: 'publishing_revoked' }])
})

test('emails members whose role has changed, and names their account and the site', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const t = await testApplication({ RATE_LIMITS: 'off', SMTP_URL: mails.url, MAIL_FROM: 'site@devstead.test' })
  async function signIn(username: string) {
    const account = { email: `${username}@devstead.test`, password: 'loom and engine' }
    await t.ctx.identity.createAccount({ ...account, username, fullName: 'Full Name' })
    const session = await t.call('POST', '/auth/v1/token?grant_type=password', { body: account })
    const { access_token: token } = (await session.json()) as { access_token: string }
    const viewer = await t.call('GET', getViewer.path, { token })
    return { token, id: ((await viewer.json()) as Viewer).id }
  }
  const [owner, linus] = [await signIn('adawrites'), await signIn('linus')]
  await t.call('PUT', changeRole.href({ id: linus.id }), { token: owner.token, body: { role: 'moderator' } })
  const { subject, plain } = await mails.mailTo('linus@devstead.test')
  assert.equal(subject, 'You are now a moderator of Devstead')
  assert.match(plain, /your account @linus at http:\/\/devstead\.test/)
})
