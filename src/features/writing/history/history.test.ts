import assert from 'node:assert/strict'
import { test } from 'vitest'
import { anonymizeAuditLog } from '#kernel/audit.store.ts'
import { many, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { deletePost, Post, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import {
  Revision,
  RevisionChanges,
  getRevision,
  getRevisionChanges,
  getRevisions,
  RevisionList,
} from './history.contract.ts'
import { historyRoutes } from './history.routes.ts'

const open = () => cast([...postRoutes, ...historyRoutes])
type Cast = Awaited<ReturnType<typeof cast>>

const listOf = async (t: Cast, id: number, query = '') =>
  RevisionList.parse((await t.stranger('GET', getRevisions.href({ id }) + query)).body)
const versionOf = async (t: Cast, id: number, number: number) =>
  Revision.parse((await t.stranger('GET', getRevision.href({ id, number }))).body)
const changesOf = async (t: Cast, id: number, number: number) =>
  RevisionChanges.parse((await t.stranger('GET', getRevisionChanges.href({ id, number }))).body)
const article = {
  isLongForm: true,
  title: 'How it began',
  content: 'It began with one post. And then there was another, and another.',
  categoryId: 1,
}

test('keeps every version of a post with its editor and time, and lists the current one first', async () => {
  const t = await open()
  const first = Post.parse((await t.alice('POST', publishPost.path, article)).body)
  const second = Post.parse(
    (await t.alice('PATCH', updatePost.href({ id: first.id }), { title: 'How it went on' })).body,
  )
  const third = Post.parse(
    (await t.admin('PATCH', updatePost.href({ id: first.id }), { content: `${article.content} **End.**` })).body,
  )
  const { versions, ...paging } = await listOf(t, first.id)
  assert.deepEqual(paging, { page: 1, totalPages: 1, total: 3 })
  assert.deepEqual(
    versions.map((one) => [one.number, one.title, one.editedAt, one.editor?.username, one.isCurrent]),
    [
      [3, 'How it went on', third.updatedAt, 'admina', true],
      [2, 'How it went on', second.updatedAt, 'alice', false],
      [1, 'How it began', first.createdAt, 'alice', false],
    ],
  )
  const old = await versionOf(t, first.id, 1)
  assert.deepEqual(
    [
      old.title,
      old.content,
      old.contentHtml,
      old.category.name,
      old.isLongForm,
      old.createdAt,
      old.total,
      old.isCurrent,
    ],
    [article.title, article.content, first.contentHtml, 'tech_tips', true, first.createdAt, 3, false],
  )
  const present = await versionOf(t, first.id, 3)
  assert.deepEqual([present.content, present.contentHtml, present.isCurrent], [third.content, third.contentHtml, true])
})

test('lists one version for an unedited post', async () => {
  const t = await open()
  const id = await t.postBy('alice', 'Only once')
  const { versions, total } = await listOf(t, id)
  assert.deepEqual(
    [total, versions.length, versions[0]?.isCurrent, versions[0]?.editor?.username],
    [1, 1, true, 'alice'],
  )
  assert.equal((await t.stranger('GET', getRevisionChanges.href({ id, number: 1 }))).status, 404)
})

test('creates no version for a change that has no effect, and keeps the time of the last edit', async () => {
  const t = await open()
  const { body } = await t.alice<Post>('POST', publishPost.path, article)
  const same = [{}, article, { title: ` ${article.title} ` }, { categoryId: 1 }, { updatedAt: body.updatedAt }]
  for (const change of same) {
    const answer = await t.alice('PATCH', updatePost.href({ id: body.id }), change)
    assert.deepEqual([answer.status, answer.body], [200, body], JSON.stringify(change))
  }
  assert.equal((await listOf(t, body.id)).total, 1)
  const stale = { ...article, updatedAt: '2020-01-01T00:00:00.000Z' }
  assert.equal((await t.alice('PATCH', updatePost.href({ id: body.id }), stale)).status, 409)
})

test('keeps each version’s kind when a short post becomes an article and then a short post again', async () => {
  const t = await open()
  const id = await t.postBy('alice', article.content)
  await t.alice('PATCH', updatePost.href({ id }), article)
  await t.alice('PATCH', updatePost.href({ id }), { isLongForm: false, title: '' })
  assert.deepEqual(
    [await versionOf(t, id, 1), await versionOf(t, id, 2), await versionOf(t, id, 3)].map((one) => [
      one.isLongForm,
      one.title,
      one.category.id,
    ]),
    [
      [false, null, 5],
      [true, article.title, 1],
      [false, null, 1],
    ],
  )
})

test('returns a version’s changes: title, text, category, and kind', async () => {
  const t = await open()
  const id = await t.postBy('alice', 'The quick brown fox jumps over it')
  await t.alice('PATCH', updatePost.href({ id }), {
    title: 'Fox',
    content: 'The slow brown fox jumps over it',
    categoryId: 1,
  })
  const changes = await changesOf(t, id, 2)
  assert.deepEqual(changes.title?.parts, [{ kind: 'added', text: 'Fox' }])
  assert.deepEqual(changes.content?.parts, [
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'quick' },
    { kind: 'added', text: 'slow' },
    { kind: 'same', text: ' brown fox jumps over it' },
  ])
  assert.deepEqual([changes.before.number, changes.before.category.id, changes.before.isLongForm], [1, 5, false])
  await t.alice('PATCH', updatePost.href({ id }), { categoryId: 2 })
  const moved = await changesOf(t, id, 3)
  assert.deepEqual([moved.title, moved.content, moved.before.category.id], [null, null, 1])
})

test('paginates a long history without gaps, and returns an empty page past the end', async () => {
  const t = await open()
  const id = await t.postBy('alice')
  for (let n = 2; n <= 12; n++) await t.alice('PATCH', updatePost.href({ id }), { content: `Version ${n}` })
  const numbers = async (query: string) => (await listOf(t, id, query)).versions.map(({ number }) => number)
  assert.deepEqual(await numbers('?limit=5'), [12, 11, 10, 9, 8])
  assert.deepEqual(await numbers('?limit=5&page=2'), [7, 6, 5, 4, 3])
  assert.deepEqual(await numbers('?limit=5&page=3'), [2, 1])
  const past = await listOf(t, id, '?limit=100&page=1000000000')
  assert.deepEqual([past.versions, past.total, past.totalPages], [[], 12, 1])
  assert.equal((await t.stranger('GET', `${getRevisions.href({ id })}?page=0`)).status, 400)
})

test('saves a version for each concurrent change, without gaps or duplicates', async () => {
  const t = await open()
  const id = await t.postBy('alice', 'Version 0')
  const storm = Array.from({ length: 40 }, (_, n) => {
    const member = n % 2 === 0 ? t.alice : t.admin
    return member('PATCH', updatePost.href({ id }), { content: `Version ${n + 1}`, categoryId: (n % 5) + 1 })
  })
  const answers = await Promise.all(storm)
  assert.ok(answers.every(({ status }) => status === 200))
  const { versions, total } = await listOf(t, id, '?limit=100')
  assert.equal(total, 41)
  assert.deepEqual(
    versions.map(({ number }) => number),
    Array.from({ length: 41 }, (_, n) => 41 - n),
  )
  const times = versions.map(({ editedAt }) => editedAt)
  assert.deepEqual(times, times.toSorted().toReversed())
  assert.equal(new Set(times).size, 41)
  const kept = await many<{ content: string }>(t.db)`
    select content from post_versions where post_id = ${id} union all select content from posts where id = ${id}`
  assert.equal(new Set(kept.map(({ content }) => content)).size, 41)
  const [totals] = await many<{ total: number }>(t.db)`select sum(total)::int as total from post_totals`
  assert.equal(totals?.total, 1)
})

test('deletes a post’s versions along with the post, and returns 410 for their URLs', async () => {
  const t = await open()
  const id = await t.postBy('alice')
  await t.alice('PATCH', updatePost.href({ id }), { content: 'Changed' })
  await t.alice('DELETE', deletePost.href({ id }))
  assert.deepEqual(await many(t.db)`select * from post_versions`, [])
  for (const path of [
    getRevisions.href({ id }),
    getRevision.href({ id, number: 1 }),
    getRevisionChanges.href({ id, number: 2 }),
  ])
    assert.equal((await t.stranger('GET', path)).status, 410, path)
})

test('returns 404 for an unknown post or version and 400 for an invalid ID, without logging an error', async () => {
  const t = await open()
  const id = await t.postBy('alice')
  for (const path of [
    getRevisions.href({ id: 404 }),
    getRevision.href({ id: 404, number: 1 }),
    getRevision.href({ id, number: 2 }),
    getRevisionChanges.href({ id, number: 2 }),
  ])
    assert.equal((await t.stranger('GET', path)).status, 404, path)
  for (const bad of badIds) {
    assert.equal((await t.stranger('GET', `/api/posts/${bad}/versions`)).status, 400, bad)
    assert.equal((await t.stranger('GET', `/api/posts/${id}/versions/${bad}`)).status, 400, bad)
  }
  assert.deepEqual(t.logged, [])
})

test('keeps a version without an editor’s name after the editor’s account is deleted', async () => {
  const t = await open()
  const id = await t.postBy('alice')
  await t.admin('PATCH', updatePost.href({ id }), { content: 'Moderated' })
  await t.alice('PATCH', updatePost.href({ id }), { content: 'Again mine' })
  await anonymizeAuditLog(t.db, t.members.admin.id)
  await run(t.db)`delete from members where id = ${t.members.admin.id}`
  const { versions } = await listOf(t, id)
  assert.deepEqual(
    versions.map(({ editor }) => editor?.username ?? null),
    ['alice', null, 'alice'],
  )
})
