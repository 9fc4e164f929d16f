import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { deletePost, getPost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import {
  type Caller,
  open,
  visitor,
  commentDefaults,
  say,
  listFor,
  textsFor,
  approve,
  statusOf,
  wrongCounts,
} from '#tests/support/commenting.ts'
import { block } from './comment-blocks.store.ts'
import { Comment, createComment, getComments, removeComment } from './comments.contract.ts'
import { commentRoutes } from './comments.routes.ts'
import { addComment, findComment } from './comments.store.ts'

test('holds a visitor’s comment for moderation, and lists it only for the post’s author and administrators', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const comment = await say(t, 'stranger', postId)
  assert.deepEqual(t.announced(), [])
  assert.deepEqual(
    [comment.published, comment.authorName, comment.authorUrl, comment.user, comment.contentHtml.trim()],
    [false, 'Vera Visitor', 'https://vera.example/', null, '<p>Well <strong>said</strong></p>'],
  )
  for (const who of ['stranger', 'bob', 'alice'] as const) assert.deepEqual(await textsFor(t, who, postId), [])
  for (const who of ['alice', 'admin'] as const)
    assert.deepEqual(await textsFor(t, who, postId, '?status=pending'), ['Well **said**'])
  assert.equal((await t.bob('GET', `${getComments.href({ id: postId })}?status=pending`)).status, 403)
  assert.equal((await t.stranger('GET', `${getComments.href({ id: postId })}?status=pending`)).status, 403)
})

test('immediately publishes comments by the post’s author and by members with an approved comment', async () => {
  const t = await open()
  const [first, second] = [await t.postBy('alice'), await t.postBy('admin')]
  assert.equal((await say(t, 'alice', first, { content: 'Mine' })).published, true)
  assert.deepEqual(t.announced(), ['posts'])
  const held = await say(t, 'bob', first, { content: 'Hello' })
  assert.deepEqual([held.published, t.announced()], [false, []])
  await approve(t, held.id)
  assert.equal((await say(t, 'bob', await t.postBy('alice'), { content: 'Alice knows me' })).published, true)
  assert.equal((await say(t, 'bob', second, { content: 'Here they do not' })).published, false)
  await approve(t, held.id, 'admin')
  assert.equal((await say(t, 'bob', second, { content: 'Again' })).published, true)
  assert.deepEqual(await textsFor(t, 'stranger', first), ['Mine', 'Hello'])
})

test('ignores members’ comments on their own posts when deciding whether to trust them elsewhere', async () => {
  const t = await open()
  await say(t, 'bob', await t.postBy('bob'), { content: 'Mine' })
  assert.equal(
    (await say(t, 'admin', await t.postBy('alice'), { content: 'An administrator is a member here' })).published,
    false,
  )
  assert.equal((await say(t, 'bob', await t.postBy('alice'), { content: 'Buy' })).published, false)
})

test('uses a member’s profile name and picture, and does not link visitors to members with the same name', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const body = { ...visitor, authorName: 'Bob Baker', authorUrl: 'https://evil.example/' }
  const mine = await say(t, 'alice', postId, body)
  assert.deepEqual(
    [mine.authorName, mine.authorUrl, mine.user?.username, mine.isPostAuthor],
    ['Alice Archer', '', 'alice', true],
  )
  const theirs = await say(t, 'stranger', postId, { ...body, authorName: '\u202eBob\u200b  Baker\u2066' })
  assert.deepEqual([theirs.authorName, theirs.user, theirs.isPostAuthor], ['Bob Baker', null, false])
})

test('lists replies after their parent, with replies to replies at the same level', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const a = await say(t, 'alice', postId, { content: 'A' })
  await say(t, 'alice', postId, { content: 'B' })
  const a1 = await say(t, 'alice', postId, { content: 'A1', parentId: a.id })
  const a2 = await say(t, 'alice', postId, { content: 'A2', parentId: a1.id })
  assert.deepEqual([a1.parentId, a2.parentId], [a.id, a.id])
  assert.deepEqual(await textsFor(t, 'stranger', postId), ['A', 'A1', 'A2', 'B'])
  assert.deepEqual(await textsFor(t, 'stranger', postId, '?limit=2&page=2'), ['A2', 'B'])
  assert.equal((await t.alice('DELETE', removeComment.href({ id: a.id }))).status, 204)
  const left = (await listFor(t, 'stranger', postId)).comments.map(({ content, parentId }) => [content, parentId])
  assert.deepEqual(left, [
    ['A1', null],
    ['A2', null],
    ['B', null],
  ])
})

test('returns a new comment exactly as the list does, also under a deleted parent', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const first = await say(t, 'alice', postId, { content: 'First' })
  const reply = await say(t, 'alice', postId, { content: 'Reply', parentId: first.id })
  await t.alice('DELETE', removeComment.href({ id: first.id }))
  const comments = [await say(t, 'alice', postId, { content: 'Reply to the reply', parentId: reply.id })]
  for (const content of ['**Text**', 'x\ud800']) comments.push(await say(t, 'alice', postId, { content }))
  assert.deepEqual((await listFor(t, 'alice', postId)).comments, [{ ...reply, parentId: null }, ...comments])
})

test('returns a new comment exactly as it is stored', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  await run(t.db)`update members set profile_image = 'https://pictures.example/bob.png' where username = 'bob'`
  const { id: parentId } = await say(t, 'alice', postId, { content: 'First' })
  const sent: [who: Caller, body: object][] = [
    ['stranger', { ...visitor, authorUrl: 'https://vera.example/x\ud800', content: 'x\ud800' }],
    ['bob', { content: 'A pending comment with a picture' }],
    ['alice', { content: 'A reply', parentId }],
    ['admin', { content: 'A comment by the administrator' }],
  ]
  for (const [who, body] of sent) {
    const comment = await say(t, who, postId, body)
    assert.deepEqual(await findComment(t.db, comment.id, who === 'stranger' ? null : t.members[who]), comment)
  }
})

test('rejects replies to pending comments and to comments on other posts', async () => {
  const t = await open()
  const [postId, other] = [await t.postBy('alice'), await t.postBy('alice')]
  const waiting = await say(t, 'stranger', postId)
  const elsewhere = await say(t, 'alice', other, { content: 'There' })
  for (const parentId of [waiting.id, elsewhere.id, 999])
    assert.equal(
      (await t.bob('POST', createComment.href({ id: postId }), { content: 'An answer', parentId })).status,
      404,
    )
})

test('holds a comment that looks automated and records the reasons, but never marks it as spam', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const links = ['https://a.example', 'https://b.example', 'https://c.example'].join(' ')
  const cases: [fields: object, doubts: string[]][] = [
    [{ subject: 'Hi' }, ['hidden-field']],
    [{ content: links }, ['links']],
    [{ writingMs: 1999 }, ['quick']],
    [{ subject: 'Hi', content: links, writingMs: 0 }, ['hidden-field', 'links', 'quick']],
    [{ subject: '', writingMs: 2000 }, []],
  ]
  for (const [fields, doubts] of cases) {
    const { id, published } = await say(t, 'stranger', postId, { ...visitor, ...fields })
    const row = await one(t.db)`select status, doubts from comments where id = ${id}`
    assert.deepEqual([published, row], [false, { status: 'pending', doubts }])
  }
})

test('publishes trusted members’ comments unchecked, but holds new members’ comments if the honeypot is filled in', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const mine = await say(t, 'alice', postId, { content: 'Mine', subject: 'Autofilled', writingMs: 1 })
  const theirs = await say(t, 'bob', postId, { content: 'Hello', subject: 'Autofilled', writingMs: 1 })
  assert.deepEqual([mine.published, theirs.published], [true, false])
  assert.deepEqual(await many(t.db)`select status, doubts from comments order by id`, [
    { status: 'approved', doubts: [] },
    { status: 'pending', doubts: ['hidden-field'] },
  ])
})

test('accepts five comments per minute per network', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  for (let time = 0; time < 5; time++) await say(t, 'stranger', postId)
  const answer = await t.stranger('POST', createComment.href({ id: postId }), visitor)
  assert.equal(answer.status, 429)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

test('marks comments by blocked members and domains, including subdomains, as spam', async () => {
  const t = await open()
  const [mine, other] = [await t.postBy('alice'), await t.postBy('admin')]
  const { alice, bob, admin } = t.members
  await block(t.db, alice.id, { kind: 'member', value: String(bob.id), label: 'bob', isFromMessage: false }, alice.id)
  await block(
    t.db,
    null,
    { kind: 'domain', value: 'spam.example', label: 'spam.example', isFromMessage: false },
    admin.id,
  )
  const bobs = [await say(t, 'bob', mine, { content: 'x' }), await say(t, 'bob', other, { content: 'x' })]
  assert.deepEqual([await statusOf(t, bobs[0]!.id), await statusOf(t, bobs[1]!.id)], ['spam', 'pending'])
  for (const authorUrl of ['https://spam.example/', 'https://www.spam.example./x'])
    assert.equal(await statusOf(t, (await say(t, 'stranger', other, { ...visitor, authorUrl })).id), 'spam')
})

test('lets only the comment’s author, the post’s author, and administrators delete a comment', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  for (const who of ['bob', 'alice', 'admin'] as const) {
    const { id } = await say(t, 'bob', postId, { content: 'Mine' })
    assert.equal((await t.stranger('DELETE', removeComment.href({ id }))).status, 401)
    assert.deepEqual(t.announced(), [])
    assert.equal((await t[who]('DELETE', removeComment.href({ id }))).status, 204)
    assert.deepEqual(t.announced(), ['posts', 'removals'])
    assert.equal((await t[who]('DELETE', removeComment.href({ id }))).status, 404)
    assert.deepEqual(t.announced(), [])
  }
  const { id } = await say(t, 'alice', postId, { content: 'Hers' })
  assert.equal((await t.bob('DELETE', removeComment.href({ id }))).status, 403)
  const waiting = await say(t, 'stranger', postId)
  assert.equal((await t.bob('DELETE', removeComment.href({ id: waiting.id }))).status, 404)
})

test('keeps comment counts correct through concurrent inserts, status changes, and deletions', async () => {
  const t = await cast([...postRoutes, ...commentRoutes], {})
  const postId = await t.postBy('alice')
  const comments = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      addComment(t.db, {
        ...commentDefaults,
        postId,
        status: number % 2 ? 'approved' : 'pending',
        content: `${number}`,
      }),
    ),
  )
  const ids = comments.map((comment) => comment?.id)
  const countOf = async () =>
    (await t.stranger<{ commentCount: number }>('GET', getPost.href({ id: postId }))).body.commentCount
  assert.equal(await countOf(), 10)
  await t.alice('DELETE', removeComment.href({ id: ids[1]! }))
  await run(t.db)`update comments set status = 'spam' where id = ${ids[3]!}`
  await run(t.db)`update comments set status = 'approved' where id = ${ids[0]!}`
  assert.equal(await countOf(), 9)
  assert.deepEqual(await wrongCounts(t), [])
  assert.equal((await t.alice('DELETE', deletePost.href({ id: postId }))).status, 204)
  assert.deepEqual(await many(t.db)`select from comments`, [])
})

test('stores the source URL only if it points to the post’s own page', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const sourceOf = async (source: string) => {
    const { id } = await say(t, 'alice', postId, { content: 'x', source })
    return (await one<{ source: string | null }>(t.db)`select source from comments where id = ${id}`)?.source
  }
  const own = `http://devstead.test/post/${postId}#comments`
  assert.equal(await sourceOf(own), own)
  for (const source of ['http://169.254.169.254/', `https://evil.example/post/${postId}`, 'http://devstead.test/', 'x'])
    assert.equal(await sourceOf(source), null)
})

const rejected: [field: string, body: object, message: string][] = [
  ['authorName', { authorName: ' \u200b ' }, 'Name is required'],
  ['authorName', { authorName: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
  ['authorUrl', { authorUrl: 'not a url' }, 'Website must be a URL'],
  ['authorUrl', { authorUrl: 'javascript:alert(1)' }, 'Website must be a URL'],
  ['authorUrl', { authorUrl: 'https://u:p@a.example/' }, 'Website must be a URL'],
  ['content', { content: '  ' }, 'Comment is required'],
  ['content', { content: 'x'.repeat(5001) }, 'Comment must be at most 5,000 characters'],
  ['content', { content: ['x'] }, 'Comment is required'],
  [
    'content',
    { content: '```\n'.repeat(1249) },
    'This comment has too many elements to display. Use fewer code blocks and links.',
  ],
]
test.each(rejected)('rejects a comment with an invalid %s: %j', async (path, fields, message) => {
  const t = await open()
  const answer = await t.stranger('POST', createComment.href({ id: await t.postBy('alice') }), {
    ...visitor,
    ...fields,
  })
  assert.deepEqual([answer.status, answer.body['issues']], [400, [{ path, message }]])
  assert.deepEqual(await many(t.db)`select from comments`, [])
})

test('ignores role, status, and author fields in the body', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const extras = {
    published: true,
    status: 'approved',
    user: { id: 1 },
    userId: 1,
    memberId: 1,
    id: 99,
    isPostAuthor: true,
  }
  const comment = await say(t, 'stranger', postId, { ...visitor, ...extras })
  assert.deepEqual([comment.published, comment.user, comment.isPostAuthor], [false, null, false])
})

test('returns 404 for an unknown post and 400 for an invalid ID, without logging an error', async () => {
  const t = await open()
  assert.equal((await t.stranger('GET', getComments.href({ id: 404 }))).status, 404)
  assert.equal((await t.stranger('POST', createComment.href({ id: 404 }), visitor)).status, 404)
  assert.equal((await t.bob('DELETE', removeComment.href({ id: 404 }))).status, 404)
  for (const bad of badIds) assert.equal((await t.bob('GET', getComments.path.replace(':id', bad))).status, 400, bad)
  assert.deepEqual(t.logged, [])
})

test('adds a comment once if it is sent again with the same key, even at the same time', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const body = { content: 'Only once', key: 'a'.repeat(32) }
  const answers = await Promise.all([1, 2, 3].map(() => t.alice('POST', createComment.href({ id: postId }), body)))
  const again = await t.alice('POST', createComment.href({ id: postId }), body)
  const ids = [...answers, again].map(({ status, body: sent }) => [status, Comment.parse(sent).id])
  assert.deepEqual(new Set(ids.map(String)).size, 1, JSON.stringify(ids))
  assert.deepEqual(await textsFor(t, 'alice', postId), ['Only once'])
  await say(t, 'alice', postId, { content: 'Another', key: 'b'.repeat(32) })
  assert.deepEqual(await textsFor(t, 'alice', postId), ['Only once', 'Another'])
})

test('rejects an invalid key, and does not reserve the key of a rejected comment', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const path = createComment.href({ id: postId })
  const key = 'c'.repeat(32)
  assert.equal((await t.alice('POST', path, { content: 'Hello', key: 'short' })).status, 400)
  assert.equal((await t.alice('POST', path, { content: 'Hello', parentId: 999_999, key })).status, 404)
  assert.equal((await t.alice('POST', path, { content: 'Hello', key })).status, 201)
})

test('announces a change only for the first comment with a key', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const body = { content: 'Only once', key: 'd'.repeat(32) }
  await say(t, 'alice', postId, body)
  assert.deepEqual(t.announced(), ['posts'])
  await say(t, 'alice', postId, body)
  assert.deepEqual(t.announced(), [])
})
