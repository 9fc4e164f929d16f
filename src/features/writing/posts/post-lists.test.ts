import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { wrongLikedCounts } from '#tests/support/liked-counts.ts'
import { renderedPost } from '#tests/support/rendered-post.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import { like, removeLikesBy, unlike } from '#features/writing/likes/likes.store.ts'
import { getPosts, getPostsBy, PostList } from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'
import { changePost, createPost, findPost, removePost } from './posts.store.ts'

type Cast = Awaited<ReturnType<typeof castPosts>>
const castPosts = () => cast([...postRoutes, ...likeRoutes])
/** Publishes posts in this order, a minute apart. The name is the content. */
async function publish(
  t: Cast,
  posts: { name: string; categoryId?: number; isLongForm?: true; by?: 'alice' | 'bob' }[],
) {
  const ids: Record<string, number> = {}
  for (const [index, { name, categoryId = 5, isLongForm, by = 'alice' }] of posts.entries()) {
    const input = isLongForm ? { isLongForm, title: name, content: name, categoryId } : { content: name, categoryId }
    const { id } = await createPost(t.db, t.members[by], input, renderedPost)
    ids[name] = id
    await run(t.db)`update posts set created_at = ${new Date(Date.UTC(2025, 0, 1, 0, index))} where id = ${id}`
  }
  return ids
}
const listed = async (t: Cast, query = '', as: Cast['stranger'] = t.stranger) => {
  const { status, body } = await as('GET', `${getPosts.path}${query}`)
  assert.equal(status, 200, query)
  return PostList.parse(body)
}
const namesOf = ({ posts }: PostList) => posts.map(({ content }) => content)

test('returns an empty list for an empty site', async () => {
  const t = await castPosts()
  for (const query of ['', '?type=popular', '?categoryId=1', '?page=5'])
    assert.deepEqual({ ...(await listed(t, query)), page: 1 }, { posts: [], page: 1, totalPages: 0, total: 0 })
})

test('lists posts newest first, page by page, with totals', async () => {
  const t = await castPosts()
  await publish(
    t,
    Array.from({ length: 23 }, (_, n) => ({ name: `p${n + 1}` })),
  )
  const expected = Array.from({ length: 23 }, (_, n) => `p${23 - n}`)
  for (const page of [1, 2, 3, 4, 1_000_000_000]) {
    const list = await listed(t, `?page=${page}`)
    assert.deepEqual(namesOf(list), expected.slice((page - 1) * 10, page * 10), `page ${page}`)
    assert.deepEqual([list.page, list.totalPages, list.total], [page, 3, 23])
  }
  for (const limit of [1, 7, 11, 23, 100]) {
    const pages = Math.ceil(23 / limit)
    const walked = []
    for (let page = 1; page <= pages; page++) walked.push(...namesOf(await listed(t, `?limit=${limit}&page=${page}`)))
    assert.deepEqual(walked, expected, `limit ${limit}`)
  }
})

test('keeps a stable order for posts with the same timestamp', async () => {
  const t = await castPosts()
  await publish(
    t,
    Array.from({ length: 12 }, (_, n) => ({ name: `p${n + 1}` })),
  )
  await run(t.db)`update posts set created_at = '2025-01-01'`
  const walked = [...namesOf(await listed(t, '?limit=6')), ...namesOf(await listed(t, '?limit=6&page=2'))]
  assert.deepEqual(
    walked,
    Array.from({ length: 12 }, (_, n) => `p${12 - n}`),
  )
})

test('filters by kind and category', async () => {
  const t = await castPosts()
  await publish(t, [
    { name: 'short tip', categoryId: 1 },
    { name: 'long tip', categoryId: 1, isLongForm: true },
    { name: 'short job', categoryId: 3 },
    { name: 'long job', categoryId: 3, isLongForm: true },
  ])
  const cases: [string, string[]][] = [
    ['', ['long job', 'short job', 'long tip', 'short tip']],
    ['?isLongForm=true', ['long job', 'long tip']],
    ['?isLongForm=false', ['short job', 'short tip']],
    ['?categoryId=1', ['long tip', 'short tip']],
    ['?categoryId=1&isLongForm=false', ['short tip']],
    ['?categoryId=2', []],
  ]
  for (const [query, names] of cases) {
    const list = await listed(t, query)
    assert.deepEqual([namesOf(list), list.total], [names, names.length], query)
  }
})

test('lists articles with their excerpts and without HTML', async () => {
  const t = await castPosts()
  await publish(t, [{ name: 'article', isLongForm: true }, { name: 'short' }])
  const { posts } = await listed(t)
  assert.deepEqual(
    posts.map(({ title, contentHtml, excerpt }) => [title, contentHtml, excerpt]),
    [
      [null, '<p>x</p>', 'x'],
      ['article', '', 'x'],
    ],
  )
})

test('lists posts with at least one like as popular, ordered by likes and then by date', async () => {
  const t = await castPosts()
  const ids = await publish(t, [
    { name: 'two likes', categoryId: 1 },
    { name: 'one like, old' },
    { name: 'no like' },
    { name: 'one like, new', isLongForm: true },
    { name: 'taken back' },
  ])
  for (const name of ['two likes', 'one like, old', 'one like, new', 'taken back'])
    await t.bob('POST', likePost.href({ id: ids[name]! }))
  await t.alice('POST', likePost.href({ id: ids['two likes']! }))
  await t.bob('DELETE', likePost.href({ id: ids['taken back']! }))
  const list = await listed(t, '?type=popular')
  assert.deepEqual([namesOf(list), list.total], [['two likes', 'one like, new', 'one like, old'], 3])
  assert.deepEqual(namesOf(await listed(t, '?type=popular&limit=1&page=3')), ['one like, old'])
  assert.deepEqual(namesOf(await listed(t, '?type=popular&categoryId=1')), ['two likes'])
  assert.deepEqual(namesOf(await listed(t, '?type=popular&isLongForm=true')), ['one like, new'])
  assert.deepEqual(namesOf(await listed(t, '?type=popular&isLongForm=false&categoryId=5')), ['one like, old'])
})

test('keeps a post popular after moving it to another category', async () => {
  const t = await castPosts()
  const ids = await publish(t, [{ name: 'mover', categoryId: 1 }])
  await t.bob('POST', likePost.href({ id: ids['mover']! }))
  await t.alice('PATCH', `/api/posts/${ids['mover']}`, { categoryId: 2 })
  assert.deepEqual(namesOf(await listed(t, '?type=popular&categoryId=1')), [])
  assert.deepEqual(namesOf(await listed(t, '?type=popular&categoryId=2')), ['mover'])
})

test('returns each reader’s own likes and permissions', async () => {
  const t = await castPosts()
  const ids = await publish(t, [{ name: 'of alice' }, { name: 'of bob', by: 'bob' }])
  await t.bob('POST', likePost.href({ id: ids['of alice']! }))
  const seenBy = async (as: Cast['stranger']) =>
    (await listed(t, '', as)).posts.map(({ isLiked, likeCount, canEdit, canDelete }) => [
      isLiked,
      likeCount,
      canEdit,
      canDelete,
    ])
  assert.deepEqual(await seenBy(t.stranger), [
    [false, 0, false, false],
    [false, 1, false, false],
  ])
  assert.deepEqual(await seenBy(t.alice), [
    [false, 0, false, false],
    [false, 1, true, true],
  ])
  assert.deepEqual(await seenBy(t.bob), [
    [false, 0, true, true],
    [true, 1, false, false],
  ])
  assert.deepEqual(await seenBy(t.admin), [
    [false, 0, true, true],
    [false, 1, true, true],
  ])
})

test('lists one member’s posts', async () => {
  const t = await castPosts()
  await publish(t, [{ name: 'a1' }, { name: 'b1', by: 'bob' }, { name: 'a2', isLongForm: true }])
  const { body } = await t.stranger('GET', `${getPostsBy.href({ id: t.members.alice.id })}?limit=1&page=2`)
  const list = PostList.parse(body)
  assert.deepEqual([namesOf(list), list.total, list.totalPages], [['a1'], 2, 2])
  const articles = await t.stranger('GET', `${getPostsBy.href({ id: t.members.alice.id })}?articles=true`)
  assert.deepEqual([namesOf(PostList.parse(articles.body)), PostList.parse(articles.body).total], [['a2'], 1])
  assert.equal((await t.stranger('GET', getPostsBy.href({ id: 404_404 }))).status, 404)
  for (const id of badIds) assert.equal((await t.stranger('GET', `/api/users/${id}/posts`)).status, 400, id)
})

test('returns 400 for an invalid query', async () => {
  const t = await castPosts()
  const queries = [
    'page=abc',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=NaN',
    'page=1e9',
    'page=99999999999',
    'page=',
    'limit=0',
    'limit=101',
    'limit=abc',
    'limit=1e9',
    'isLongForm=1',
    'isLongForm=',
    'type=newest',
    'categoryId=abc',
    'categoryId=0',
    'categoryId=404',
    "categoryId=1'--",
    'categoryId=99999999999',
    'page=abc&page=1',
    'page=%00',
  ]
  for (const query of queries) assert.equal((await t.stranger('GET', `${getPosts.path}?${query}`)).status, 400, query)
  for (const query of ['page[]=1', 'nothing=7', "q=%25'"]) await listed(t, `?${query}`)
  assert.deepEqual(t.logged, [])
})

test('counts popular posts as they are liked, moved, and deleted, in one statement or in several', async () => {
  const t = await castPosts()
  const ids = await publish(t, [
    { name: 'p0', categoryId: 1, isLongForm: true },
    { name: 'p1', categoryId: 2 },
    { name: 'p2', categoryId: 1 },
    { name: 'p3', categoryId: 2, isLongForm: true },
    { name: 'p4', categoryId: 1 },
    { name: 'p5', categoryId: 2 },
  ])
  const totals = async () => {
    assert.deepEqual(await wrongLikedCounts(t.db), [])
    const queries = ['', '&categoryId=1', '&isLongForm=true']
    return Promise.all(queries.map(async (query) => (await listed(t, `?type=popular${query}`)).total))
  }
  for (const id of Object.values(ids)) {
    await t.bob('POST', likePost.href({ id }))
    await t.admin('POST', likePost.href({ id }))
  }
  assert.deepEqual(await totals(), [6, 3, 2])
  await removeLikesBy(t.db, t.members.bob.id)
  assert.deepEqual(await totals(), [6, 3, 2])
  await t.admin('DELETE', likePost.href({ id: ids['p1']! }))
  assert.deepEqual(await totals(), [5, 3, 2])
  await run(t.db)`update posts set category_id = 3 - category_id, is_long_form = not is_long_form`
  assert.deepEqual(await totals(), [5, 2, 3])
  await t.alice('DELETE', `/api/posts/${ids['p3']}`)
  assert.deepEqual(await totals(), [4, 1, 3])
  await run(t.db)`delete from posts where id in (${ids['p1']}, ${ids['p2']}, ${ids['p4']})`
  assert.deepEqual(await totals(), [2, 1, 1])
  await removeLikesBy(t.db, t.members.admin.id)
  assert.deepEqual(await totals(), [0, 0, 0])
})

test('keeps totals correct when posts are created, moved, liked, and deleted concurrently', async () => {
  const t = await castPosts()
  const { alice } = t.members
  const make = async (n: number) =>
    (await createPost(t.db, alice, { content: 'x', categoryId: (n % 5) + 1, isLongForm: false }, renderedPost)).id
  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => make(n)))
  const move = async (id: number, n: number) => {
    const post = await findPost(t.db, id, alice)
    const input = { content: 'y', title: 'title', categoryId: ((n * 7) % 5) + 1, isLongForm: n % 2 === 0 }
    if (post) await changePost(t.db, post, { input, rendered: renderedPost, editorId: alice.id })
  }
  const work = Array.from({ length: 400 }, (_, n) => {
    const id = ids[(n * 13) % ids.length]!
    if (n % 20 === 0) return removePost(t.db, id, alice.id)
    if (n % 4 === 1) return (n % 3 === 0 ? unlike : like)(t.db, id, alice.id)
    return n % 5 === 0 ? make(n) : move(id, n)
  })
  await Promise.all(work)
  const kept = await many(t.db)`
    select is_long_form, category_id, total from post_totals where total > 0 order by 1, 2`
  const counted = await many(t.db)`
    select is_long_form, category_id, count(*) as total from posts group by 1, 2 order by 1, 2`
  assert.deepEqual(kept, counted)
  const ofMembers = await many(t.db)`
    select is_long_form, category_id, post_count as total from member_post_counts where post_count <> 0 order by 1, 2`
  assert.deepEqual(ofMembers, counted)
  assert.deepEqual(await wrongLikedCounts(t.db), [])
})
