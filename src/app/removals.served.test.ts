import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createComment, removeComment } from '#features/conversation/comments/comments.contract.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import {
  createLivestream,
  deleteLivestream,
  updateLivestream,
} from '#features/live/livestreams/livestreams.contract.ts'
import { deletePost, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { updateSeries } from '#features/writing/series/series.contract.ts'
import { replaceProfileLinks } from '#features/people/profile-links/profile-links.contract.ts'
import { updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { createProject, deleteProject, updateProject } from '#features/work/projects/projects.contract.ts'
import { liftSuspension, suspendMember } from '#features/admin/suspensions/suspensions.contract.ts'
import { testApplication } from '#tests/support/application.ts'

type Made = { id: number }

test('announces a removal when public content is deleted, hidden, or changed, but not when it is added', async () => {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const [admin, token] = [await t.register('boss'), await t.register('alice')]
  const removals = () => t.changes.lastStampOf(['removals'])
  async function call(by: string, method: string, path: string, body?: unknown): Promise<Made> {
    const answer = await t.call(method, path, { token: by, body })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
    return (await answer.json().catch(() => null)) as Made
  }
  async function adds(method: string, path: string, body: unknown): Promise<Made> {
    const before = removals()
    const made = await call(token, method, path, body)
    assert.equal(removals(), before, `${method} ${path}`)
    return made
  }
  async function removes(by: string, method: string, path: string, body?: unknown) {
    const before = removals()
    await call(by, method, path, body)
    assert.notEqual(removals(), before, `${method} ${path}`)
  }

  const me = await call(token, 'GET', getViewer.path)
  const post = await adds('POST', publishPost.path, { content: 'Public' })
  const comment = await adds('POST', createComment.href({ id: post.id }), { content: 'Public as well' })
  await removes(token, 'DELETE', removeComment.href({ id: comment.id }))
  await removes(token, 'PATCH', updatePost.href({ id: post.id }), { content: 'Less public' })
  await removes(token, 'DELETE', deletePost.href({ id: post.id }))
  const project = { title: 'A project', description: 'What it is about', technologies: ['Rust'] }
  const { id: projectId } = await adds('POST', createProject.path, project)
  await removes(token, 'PUT', updateProject.href({ id: projectId }), { ...project, title: 'Another' })
  await removes(token, 'DELETE', deleteProject.href({ id: projectId }))
  const { id: streamId } = await adds('POST', createLivestream.path, { title: 'A livestream' })
  await removes(token, 'PATCH', updateLivestream.href({ id: streamId }), { title: 'A livestream', isPublic: false })
  await removes(token, 'DELETE', deleteLivestream.href({ id: streamId }))
  const article = { title: 'An article', content: 'One of many. '.repeat(50), isLongForm: true, categoryId: 1 }
  await adds('POST', publishPost.path, { ...article, series: { name: 'Many', part: 1 } })
  await removes(token, 'PATCH', updateSeries.href({ slug: 'many' }), { name: 'Many', description: 'Others' })
  await removes(token, 'POST', updateSettings.path, { bio: 'Someone else' })
  await removes(token, 'PUT', replaceProfileLinks.path, { links: [] })
  await removes(admin, 'PUT', suspendMember.href({ id: me.id }), { reason: 'Sells shoes' })
  await removes(admin, 'DELETE', liftSuspension.href({ id: me.id }))
  const again = await t.register('bob')
  await removes(again, 'POST', deleteAccount.path, { password: 'secret of bob', posts: 'remove' })
})
