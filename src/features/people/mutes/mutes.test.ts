import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { followRoutes } from '#features/people/follows/follows.routes.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import { getPost, getPosts, getPostsBy, Post, PostList, publishPost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { cast } from '#tests/support/cast.ts'
import { badIds } from '#tests/support/bad-input.ts'
import {
  maxMutedMembers,
  maxMutedWords,
  MutedWord,
  unmuteWord,
  muteWord,
  muteMember,
  Mutes,
  getMutes,
  notYourself,
} from './mutes.contract.ts'
import { muteRoutes } from './mutes.routes.ts'
import { removeMutesOf } from './mutes.store.ts'

const routes = [...muteRoutes, ...postRoutes, ...followRoutes, ...likeRoutes]

async function mutesOf(ask: Awaited<ReturnType<typeof cast>>['bob']): Promise<[string[], string[]]> {
  const { members, words } = Mutes.parse((await ask('GET', getMutes.path)).body)
  return [members.map(({ username }) => username), words.map(({ word }) => word)]
}

test('mutes and unmutes a member, ignoring repeated requests', async () => {
  const t = await cast(routes)
  const path = muteMember.href({ id: t.members.alice.id })
  assert.equal((await t.bob('PUT', path)).status, 204)
  assert.equal((await t.bob('PUT', path)).status, 204)
  await t.bob('PUT', muteMember.href({ id: t.members.admin.id }))
  assert.deepEqual(await mutesOf(t.bob), [['admina', 'alice'], []])
  assert.deepEqual(await mutesOf(t.alice), [[], []])
  assert.equal((await t.bob('DELETE', path)).status, 204)
  assert.equal((await t.bob('DELETE', path)).status, 204)
  assert.deepEqual(await mutesOf(t.bob), [['admina'], []])
})

test('stores concurrent mutes only once and never exceeds the limit', async () => {
  const t = await cast(routes)
  const { alice, bob } = t.members
  const path = muteMember.href({ id: alice.id })
  await Promise.all(Array.from({ length: 20 }, () => t.bob('PUT', path)))
  const { total } = (await one<{ total: number }>(t.db)`select count(*) as total from mutes`)!
  assert.equal(total, 1)

  await run(t.db)`with others as (
      insert into members (issuer, subject, username, display_name)
      select 'test', n::text, 'member' || n, 'Member' from generate_series(1, ${maxMutedMembers}::int + 20) n returning id)
    insert into mutes (member_id, muted_id) select ${bob.id}::int, id from others order by id limit ${maxMutedMembers}::int - 3`
  const { last } = (await one<{ last: number }>(t.db)`select max(id) as last from members`)!
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => t.bob('PUT', muteMember.href({ id: last - n }))),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 204, ...Array<number>(18).fill(409)],
  )
  assert.equal(answers.find(({ status }) => status === 409)!.body['message'], 'You can mute at most 500 members.')
  assert.equal((await t.bob('PUT', path)).status, 204)
})

test('rejects visitors, muting oneself, unknown members, and invalid IDs', async () => {
  const t = await cast(routes)
  assert.equal((await t.stranger('GET', getMutes.path)).status, 401)
  assert.equal((await t.stranger('PUT', muteMember.href({ id: t.members.alice.id }))).status, 401)
  const own = await t.bob('PUT', muteMember.href({ id: t.members.bob.id }))
  assert.deepEqual([own.status, own.body['message']], [400, notYourself()])
  assert.equal((await t.bob('PUT', muteMember.href({ id: 999_999 }))).status, 404)
  assert.equal((await t.bob('DELETE', muteMember.href({ id: 999_999 }))).status, 204)
  for (const id of badIds) {
    assert.ok([400, 404].includes((await t.bob('PUT', `/api/users/${id}/mute`)).status), id)
    assert.ok([400, 404].includes((await t.bob('DELETE', `/api/mutes/words/${id}`)).status), id)
  }
  assert.deepEqual(t.logged, [])
})

test('mutes a word once, ignoring case, and lets only the member who muted it unmute it', async () => {
  const t = await cast(routes)
  const added = await t.bob('POST', muteWord.path, { word: '  Job opening ' })
  assert.equal(added.status, 201)
  const { id, word } = MutedWord.parse(added.body)
  assert.equal(word, 'Job opening')
  const again = await t.bob('POST', muteWord.path, { word: 'JOB   Opening' })
  assert.deepEqual([again.status, again.body], [200, added.body])
  assert.equal((await t.alice('DELETE', unmuteWord.href({ id }))).status, 204)
  assert.deepEqual(await mutesOf(t.bob), [[], ['Job opening']])
  assert.equal((await t.bob('DELETE', unmuteWord.href({ id }))).status, 204)
  assert.equal((await t.bob('DELETE', unmuteWord.href({ id }))).status, 204)
  assert.deepEqual(await mutesOf(t.bob), [[], []])
})

test('rejects blank, overlong, and invalid words, and words beyond the limit', async () => {
  const t = await cast(routes)
  for (const body of [{}, { word: '' }, { word: ' \n ' }, { word: 7 }, { word: 'x'.repeat(101) }])
    assert.equal((await t.bob('POST', muteWord.path, body)).status, 400, JSON.stringify(body))
  assert.equal((await t.stranger('POST', muteWord.path, { word: 'x' })).status, 401)
  await run(t.db)`insert into muted_words (member_id, word, folded)
    select ${t.members.bob.id}::int, 'w' || n, 'w' || n from generate_series(1, ${maxMutedWords}::int - 1) n`
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => t.bob('POST', muteWord.path, { word: `x${n}` })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 19)
  assert.equal((await t.bob('POST', muteWord.path, { word: 'W1' })).status, 200)
})

test('omits muted members’ posts only from the reader’s own feed, with correct totals and pages', async () => {
  const t = await cast(routes)
  const names = ['alice', 'admin', 'bob'] as const
  const ids: number[] = []
  for (let n = 0; n < 9; n++) {
    const id = await t.postBy(names[n % 3]!)
    await run(t.db)`update posts set created_at = ${new Date(Date.UTC(2026, 0, 1, n))} where id = ${id}`
    await t.admin('POST', likePost.href({ id }))
    ids.push(id)
  }
  for (const name of ['alice', 'admin'] as const) await t.bob('POST', followMember.href({ id: t.members[name].id }))
  await t.bob('PUT', muteMember.href({ id: t.members.alice.id }))

  const read = async (query: string, ask = t.bob) => {
    const list = PostList.parse((await ask('GET', `${getPosts.path}${query}`)).body)
    return [list.posts.map(({ id }) => ids.indexOf(id)), list.total, list.totalPages]
  }
  for (const query of ['?', '?type=popular&', '?categoryId=5&', '?type=popular&categoryId=5&']) {
    assert.deepEqual(await read(`${query}limit=10`), [[8, 7, 5, 4, 2, 1], 6, 1], query)
    assert.deepEqual(await read(`${query}limit=4`), [[8, 7, 5, 4], 6, 2], query)
    assert.deepEqual(await read(`${query}limit=4&page=2`), [[2, 1], 6, 2], query)
    assert.deepEqual(await read(`${query}limit=4&page=3`), [[], 6, 2], query)
    assert.deepEqual(await read(`${query}limit=100`, t.admin), [[8, 7, 6, 5, 4, 3, 2, 1, 0], 9, 1], query)
  }
  assert.deepEqual(await read('?type=following'), [[7, 4, 1], 3, 1])
  assert.deepEqual(await read('?categoryId=1'), [[], 0, 0])
  assert.deepEqual(await read('?isLongForm=false&limit=3'), [[8, 7, 6], 9, 3])
  const byAlice = PostList.parse((await t.bob('GET', getPostsBy.href({ id: t.members.alice.id }))).body)
  assert.equal(byAlice.total, 3)
  assert.equal((await t.bob('GET', getPost.href({ id: ids[0]! }))).status, 200)

  await t.bob('DELETE', muteMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await read('?limit=3'), [[8, 7, 6], 9, 3])
})

test('flags other members’ posts that contain a muted word, but only in the reader’s own feed', async () => {
  const t = await cast(routes)
  const publish = async (ask: typeof t.bob, content: string, title?: string) =>
    Post.parse((await ask('POST', publishPost.path, { content, title, categoryId: 5 })).body).id
  const inText = await publish(t.alice, 'Beware: **spoi**lers ahead')
  const inTitle = await publish(t.alice, 'Nothing here', 'SPOILERS')
  const without = await publish(t.alice, 'A spoiler, and nothing [else](https://spoilers.example)')
  const own = await publish(t.bob, 'My spoilers')
  await t.bob('POST', muteWord.path, { word: 'Spoilers' })
  const marked = async (ask: typeof t.bob, path: string) =>
    PostList.parse((await ask('GET', path)).body).posts.map(({ id, mutedWord }) => [id, mutedWord])
  assert.deepEqual(await marked(t.bob, getPosts.path), [
    [own, undefined],
    [without, undefined],
    [inTitle, 'Spoilers'],
    [inText, 'Spoilers'],
  ])
  const nowhere = [inTitle, inText].map((id) => [id, undefined])
  assert.deepEqual((await marked(t.admin, getPosts.path)).slice(2), nowhere)
  assert.deepEqual((await marked(t.stranger, getPosts.path)).slice(2), nowhere)
  assert.deepEqual((await marked(t.bob, getPostsBy.href({ id: t.members.alice.id }))).slice(1), nowhere)
  assert.equal(Post.parse((await t.bob('GET', getPost.href({ id: inText }))).body).mutedWord, undefined)
})

test('deletes a member’s mutes, and others’ mutes of that member, when the account is deleted', async () => {
  const t = await cast(routes)
  const { alice, bob } = t.members
  await t.bob('PUT', muteMember.href({ id: alice.id }))
  await t.alice('PUT', muteMember.href({ id: bob.id }))
  await t.alice('POST', muteWord.path, { word: 'x' })
  await t.bob('POST', muteWord.path, { word: 'y' })
  await removeMutesOf(t.db, alice.id)
  assert.deepEqual(await mutesOf(t.bob), [[], ['y']])
  assert.deepEqual(await mutesOf(t.alice), [[], []])
  await t.admin('PUT', muteMember.href({ id: bob.id }))
  await run(t.db)`delete from all_members where id = ${bob.id}`
  const left = await one<{ mutes: number; words: number }>(t.db)`
    select (select count(*) from mutes) as mutes, (select count(*) from muted_words) as words`
  assert.deepEqual(left, { mutes: 0, words: 0 })
})
