import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { followRoutes } from '#features/people/follows/follows.routes.ts'
import { cast } from '#tests/support/cast.ts'
import { getPosts, PostList } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const following = `${getPosts.path}?type=following`

test('lists followed members’ posts newest first, from either end of the list', async () => {
  const t = await cast([...postRoutes, ...followRoutes])
  const ids: number[] = []
  for (let n = 0; n < 6; n++) {
    const id = await t.postBy((['alice', 'admin', 'bob'] as const)[n % 3]!)
    await run(t.db)`update posts set created_at = ${new Date(Date.UTC(2026, 0, 1, n))} where id = ${id}`
    ids.push(id)
  }
  const read = async (query = '') => {
    const list = PostList.parse((await t.bob('GET', `${following}${query}`)).body)
    return [list.posts.map(({ id }) => ids.indexOf(id)), list.total]
  }
  assert.deepEqual(await read(), [[], 0])
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await read(), [[3, 0], 2])
  await t.bob('POST', followMember.href({ id: t.members.admin.id }))
  assert.deepEqual(await read(), [[4, 3, 1, 0], 4])
  assert.deepEqual(await read('&limit=1&page=2'), [[3], 4])
  assert.deepEqual(await read('&limit=1&page=3'), [[1], 4])
  assert.deepEqual(await read('&limit=3&page=2'), [[0], 4])
  assert.deepEqual(await read('&limit=3&page=9'), [[], 4])
  assert.deepEqual(await read('&categoryId=5&isLongForm=false'), [[4, 3, 1, 0], 4])
  assert.deepEqual(await read('&isLongForm=true'), [[], 0])
  await t.bob('DELETE', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await read(), [[4, 1], 2])
})

test('asks visitors to sign in', async () => {
  const t = await cast(postRoutes)
  assert.equal((await t.stranger('GET', following)).status, 401)
  assert.equal((await t.bob('GET', `${getPosts.path}?type=best`)).status, 400)
  assert.deepEqual(t.logged, [])
})
