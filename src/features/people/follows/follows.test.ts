import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { peopleRoutes } from '#features/people/profiles/people.routes.ts'
import { profileRoutes } from '#features/people/profiles/profiles.routes.ts'
import {
  Connections,
  getConnections,
  getFollowers,
  getFollowing,
  User,
  UserList,
  getUser,
  getUsers,
} from '#features/people/profiles/profiles.contract.ts'
import { followMember, guessFollow, notYourself } from './follows.contract.ts'
import { followRoutes } from './follows.routes.ts'
import { follow, removeFollowsOf, unfollow } from './follows.store.ts'

const castFollows = () => cast([...profileRoutes, ...peopleRoutes, ...followRoutes])
type Cast = Awaited<ReturnType<typeof castFollows>>

/** Returns the members whose stored counts are wrong. */
const wrongCounts = ({ db }: Cast) => many(db)`
  select member_id from follow_counts where
    followers_count <> (select count(*) from follows where following_id = member_id)
    or following_count <> (select count(*) from follows where follower_id = member_id)`

test('follows and unfollows a member, ignoring repeated requests', async () => {
  const t = await castFollows()
  const path = followMember.href({ id: t.members.alice.id })
  for (const status of [200, 200]) {
    const answer = await t.bob('POST', path)
    assert.deepEqual([answer.status, answer.body], [status, { isFollowing: true, followersCount: 1 }])
  }
  assert.deepEqual((await t.admin('POST', path)).body, { isFollowing: true, followersCount: 2 })
  for (let time = 0; time < 2; time++)
    assert.deepEqual((await t.bob('DELETE', path)).body, { isFollowing: false, followersCount: 1 })
  assert.deepEqual(await wrongCounts(t), [])
})

test('keeps the count at 0 when unfollowing a member who was not followed', async () => {
  const t = await castFollows()
  const { body } = await t.bob('DELETE', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual(body, { isFollowing: false, followersCount: 0 })
})

test('counts concurrent follows by the same member once', async () => {
  const t = await castFollows()
  const path = followMember.href({ id: t.members.alice.id })
  const answers = await Promise.all(Array.from({ length: 20 }, () => t.bob('POST', path)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual((await t.bob('POST', path)).body, { isFollowing: true, followersCount: 1 })
})

test('keeps the counts correct under concurrent follows and unfollows', async () => {
  const t = await castFollows()
  const ids = Object.values(t.members).map(({ id }) => id)
  const pairs = ids.flatMap((followerId) =>
    ids.filter((id) => id !== followerId).map((followingId) => ({ followerId, followingId })),
  )
  const wishes = Array.from({ length: 300 }, (_, n) => [n % 5 < 3 ? follow : unfollow, pairs[n % 6]!] as const)
  await Promise.all(wishes.map(([change, pair]) => change(t.db, pair)))
  assert.deepEqual(await wrongCounts(t), [])
})

test('rejects visitors, following oneself, unknown members, and invalid IDs', async () => {
  const t = await castFollows()
  for (const method of ['POST', 'DELETE'] as const) {
    const own = await t.bob<{ message: string }>(method, followMember.href({ id: t.members.bob.id }))
    assert.deepEqual([own.status, own.body.message], [400, notYourself()])
    assert.equal((await t.stranger(method, followMember.href({ id: t.members.bob.id }))).status, 401)
    assert.equal((await t.bob(method, followMember.href({ id: 404_404 }))).status, 404)
    for (const id of badIds) assert.equal((await t.bob(method, `/api/users/${id}/follow`)).status, 400, id)
  }
  assert.deepEqual(t.logged, [])
})

test('lists followers newest first and shows whether the viewer follows the member', async () => {
  const t = await castFollows()
  const { alice, bob, admin } = t.members
  await t.bob('POST', followMember.href({ id: alice.id }))
  await t.admin('POST', followMember.href({ id: alice.id }))
  await t.alice('POST', followMember.href({ id: bob.id }))
  const seenBy = async (who: Cast['bob']) => User.parse((await who('GET', getUser.href({ id: alice.id }))).body)
  const seen = await seenBy(t.bob)
  assert.deepEqual([seen.followersCount, seen.followingCount, seen.isFollowing], [2, 1, true])
  assert.deepEqual(
    seen.followers.map(({ id }) => id),
    [admin.id, bob.id],
  )
  assert.deepEqual(
    seen.following.map(({ username }) => username),
    ['bob'],
  )
  assert.deepEqual([(await seenBy(t.stranger)).isFollowing, (await seenBy(t.alice)).isFollowing], [false, false])
})

test('paginates followers and followed members, showing whether the viewer follows each of them', async () => {
  const t = await castFollows()
  const { alice, bob, admin } = t.members
  await t.bob('POST', followMember.href({ id: alice.id }))
  await t.admin('POST', followMember.href({ id: alice.id }))
  await t.bob('POST', followMember.href({ id: admin.id }))
  const first = UserList.parse((await t.bob('GET', `${getFollowers.href({ id: alice.id })}?limit=1`)).body)
  assert.deepEqual(
    [first.users.map(({ id, isFollowing }) => [id, isFollowing]), first.page, first.totalPages, first.total],
    [[[admin.id, true]], 1, 2, 2],
  )
  const following = UserList.parse((await t.stranger('GET', getFollowing.href({ id: bob.id }))).body)
  assert.deepEqual(
    following.users.map(({ id, followersCount, isFollowing }) => [id, followersCount, isFollowing]),
    [
      [admin.id, 1, false],
      [alice.id, 2, false],
    ],
  )
  for (const { href } of [getFollowers, getFollowing]) {
    assert.equal((await t.stranger('GET', href({ id: 404_404 }))).status, 404)
    assert.equal((await t.stranger('GET', `${href({ id: alice.id })}?page=0`)).status, 400)
  }
})

test('returns a member’s connections only to that member, and 401 to visitors', async () => {
  const t = await castFollows()
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  const { followers, following, ...counts } = Connections.parse((await t.bob('GET', getConnections.path)).body)
  assert.deepEqual(counts, { followersCount: 0, followingCount: 1 })
  assert.deepEqual([followers, following.map(({ username }) => username)], [[], ['alice']])
  assert.equal((await t.stranger('GET', getConnections.path)).status, 401)
})

test('finds members by a prefix of their username or name, ignoring case', async () => {
  const t = await castFollows()
  const found = async (search: string) => {
    const { body } = await t.bob('GET', `${getUsers.path}?search=${encodeURIComponent(search)}`)
    return UserList.parse(body).users.map(({ username }) => username)
  }
  assert.deepEqual(await found('AD'), ['admina'])
  assert.deepEqual(await found('ada adm'), ['admina'])
  assert.deepEqual(await found('a'), ['admina', 'alice'])
  assert.deepEqual(await found('  '), ['admina', 'bob', 'alice'])
  for (const text of ['%', '_', '\\', "'", 'zzz', 'archer']) assert.deepEqual(await found(text), [], text)
  assert.equal((await t.bob('GET', `${getUsers.path}?search=${'x'.repeat(101)}`)).status, 400)
  assert.deepEqual(t.logged, [])
})

test('deletes all of a member’s follows and corrects other members’ counts', async () => {
  const t = await castFollows()
  const { alice, bob, admin } = t.members
  await t.bob('POST', followMember.href({ id: alice.id }))
  await t.alice('POST', followMember.href({ id: bob.id }))
  await t.alice('POST', followMember.href({ id: admin.id }))
  await t.bob('POST', followMember.href({ id: admin.id }))
  await removeFollowsOf(t.db, alice.id)
  assert.deepEqual(await wrongCounts(t), [])
  await run(t.db)`delete from members where id = ${alice.id}`
  const { left } = (await one<{ left: number }>(t.db)`select count(*) as left from follows`)!
  assert.equal(left, 1)
})

test('estimates the follower count until the server responds, but never below 0', () => {
  assert.deepEqual(guessFollow({ isFollowing: false, followersCount: 3 }, true), {
    isFollowing: true,
    followersCount: 4,
  })
  assert.deepEqual(guessFollow({ isFollowing: true, followersCount: 0 }, false), {
    isFollowing: false,
    followersCount: 0,
  })
})
