import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, many, one, run } from '#kernel/db.ts'
import { deletePost, type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { badBodies } from '#tests/support/bad-input.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { discardDraft, Draft, type DraftInput, DraftList, getDraft, getDrafts, putDraft } from './drafts.contract.ts'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { draftRoutes } from './drafts.routes.ts'
import { sweepDrafts } from './drafts.store.ts'

const key = (n: number) => n.toString(16).padStart(32, '0')
const text = (part: Partial<DraftInput> = {}): DraftInput => ({
  title: 'On drafts',
  content: 'First things first',
  categoryId: 1,
  details: noDetails,
  postId: null,
  baseUpdatedAt: null,
  updatedAt: null,
  ...part,
})
interface Refusal {
  message: string
  draft: Draft
  postId: number | null
}

async function start() {
  const t = await cast([...draftRoutes, ...postRoutes])
  const save = async (name: Name, n: number, part: Partial<DraftInput> = {}) => {
    const answer = await t[name]('PUT', putDraft.href({ key: key(n) }), text(part))
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return Draft.parse(answer.body)
  }
  const refusal = async (name: Name, n: number, part: Partial<DraftInput> = {}) => {
    const { status, body } = await t[name]<Refusal>('PUT', putDraft.href({ key: key(n) }), text(part))
    return { ...body, status }
  }
  const drafts = async (name: Name) => DraftList.parse((await t[name]('GET', getDrafts.path)).body).drafts
  const publish = async (name: Name, n: number) => {
    const headers = {
      authorization: `Bearer ${name}`,
      'content-type': 'application/json',
      'idempotency-key': key(n),
    }
    const body = JSON.stringify({ ...text(), content: 'It is written. '.repeat(10), isLongForm: true })
    const response = await t.app.request(publishPost.path, { method: 'POST', headers, body })
    assert.equal(response.status, 201)
    return ((await response.json()) as Post).id
  }
  const rows = () => many(t.db)`select * from drafts order by member_id, key`
  return { ...t, save, refusal, drafts, publish, rows }
}

test('saves, returns, and updates a draft', async () => {
  const t = await start()
  const content = '  # 字 👩‍💻\r\n<script>\t'
  const first = await t.save('alice', 1, { title: '', content, categoryId: null })
  assert.deepEqual([first.title, first.content, first.categoryId, first.postId], ['', content, null, null])
  assert.deepEqual((await t.alice('GET', getDraft.href({ key: key(1) }))).body, first)
  const second = await t.save('alice', 1, { content: 'Second thoughts', updatedAt: first.updatedAt })
  assert.ok(second.updatedAt > first.updatedAt)
  assert.deepEqual([second.createdAt, second.content], [first.createdAt, 'Second thoughts'])
  assert.deepEqual((await t.alice('GET', getDraft.href({ key: key(1) }))).body, second)
})

test('lists the member’s own drafts with excerpts, most recently saved first', async () => {
  const t = await start()
  assert.deepEqual(await t.drafts('alice'), [])
  const older = await t.save('alice', 1, { content: `# One\n\n${'and more '.repeat(500)}` })
  await t.save('alice', 2, { title: '', content: ' \n' })
  await t.save('bob', 3)
  await t.save('alice', 1, { ...older, title: 'On lists' })
  const [first, second, ...others] = await t.drafts('alice')
  assert.deepEqual(
    [first!.key, first!.title, second!.key, second!.excerpt, others],
    [key(1), 'On lists', key(2), '', []],
  )
  assert.match(first!.excerpt, /^# One and more and more.* and…$/)
  assert.ok(first!.excerpt.length <= 100)
})

test('treats a repeated save after a lost response as a no-op', async () => {
  const t = await start()
  const first = await t.save('alice', 1)
  assert.deepEqual(await t.save('alice', 1), first)
  assert.deepEqual(await t.save('alice', 1, { updatedAt: first.updatedAt }), first)
  const second = await t.save('alice', 1, { title: 'Changed', updatedAt: first.updatedAt })
  for (const updatedAt of [first.updatedAt, null, '2020-01-01T00:00:00.000Z']) {
    assert.deepEqual(await t.save('alice', 1, { title: 'Changed', updatedAt }), second)
  }
})

test('rejects text based on an older version and returns the current version', async () => {
  const t = await start()
  const first = await t.save('alice', 1)
  const second = await t.save('alice', 1, { content: 'From the desk', updatedAt: first.updatedAt })
  for (const updatedAt of [first.updatedAt, null]) {
    const { status, message, draft } = await t.refusal('alice', 1, { content: 'From the sofa', updatedAt })
    assert.deepEqual([status, message], [409, 'This draft has been changed in another window.'])
    assert.deepEqual(draft, second)
  }
  await t.save('alice', 1, { content: 'From the sofa', updatedAt: second.updatedAt })
})

test('accepts only one of ten concurrent saves of a new or existing draft', async () => {
  const t = await start()
  const race = async (updatedAt: string | null) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        t.alice<Refusal & Draft>(
          'PUT',
          putDraft.href({ key: key(1) }),
          text({ content: `Window ${n} ${updatedAt}`, updatedAt }),
        ),
      ),
    )
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(others, [])
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, 9)
    for (const { body } of refused) assert.deepEqual(body.draft, winner!.body)
    return winner!.body.updatedAt
  }
  await race(await race(null))
  assert.equal((await t.rows()).length, 1)
  assert.deepEqual(t.logged, [])
})

test('assigns increasing timestamps to saves in quick succession', async () => {
  const t = await start()
  let { updatedAt } = await t.save('alice', 1)
  await run(t.db)`update drafts set updated_at = updated_at + interval '1 hour'`
  const { body } = await t.alice('GET', getDraft.href({ key: key(1) }))
  updatedAt = Draft.parse(body).updatedAt
  for (let n = 0; n < 5; n++) {
    const next = await t.save('alice', 1, { content: `${n}`, updatedAt })
    assert.ok(next.updatedAt > updatedAt)
    updatedAt = next.updatedAt
  }
})

test('recreates a draft that was discarded in another window', async () => {
  const t = await start()
  const { updatedAt } = await t.save('alice', 1)
  for (let times = 0; times < 2; times++) {
    assert.equal((await t.alice('DELETE', discardDraft.href({ key: key(1) }))).status, 204)
    assert.equal((await t.alice('GET', getDraft.href({ key: key(1) }))).status, 404)
  }
  const again = await t.save('alice', 1, { content: 'Still here', updatedAt })
  assert.equal(again.content, 'Still here')
})

test('does not let anyone see, change, or discard another member’s draft, not even administrators', async () => {
  const t = await start()
  await t.save('alice', 1)
  const before = await t.rows()
  for (const name of ['bob', 'admin'] as const) {
    assert.equal((await t[name]('GET', getDraft.href({ key: key(1) }))).status, 404)
    assert.equal((await t[name]('DELETE', discardDraft.href({ key: key(1) }))).status, 204)
    assert.deepEqual(await t.drafts(name), [])
  }
  for (const answer of [
    await t.stranger('GET', getDrafts.path),
    await t.stranger('GET', getDraft.href({ key: key(1) })),
    await t.stranger('PUT', putDraft.href({ key: key(1) }), text()),
    await t.stranger('DELETE', discardDraft.href({ key: key(1) })),
  ]) {
    assert.equal(answer.status, 401)
  }
  assert.deepEqual(await t.rows(), before)
  const bobs = await t.save('bob', 1, { content: 'Bob’s own' })
  assert.deepEqual([bobs.key, bobs.content, (await t.rows()).length], [key(1), 'Bob’s own', 2])
})

test('removes a published draft from the list, records its post, and deletes the draft in the next sweep', async () => {
  const t = await start()
  const { updatedAt } = await t.save('alice', 1)
  await t.save('alice', 2)
  await t.save('bob', 1)
  const postId = await t.publish('alice', 1)
  assert.deepEqual(
    (await t.drafts('alice')).map((draft) => draft.key),
    [key(2)],
  )
  const late = await t.refusal('alice', 1, { content: 'One word more', updatedAt })
  assert.deepEqual([late.status, late.message, late.postId], [410, 'This draft has been published.', postId])
  const read = await t.alice<Refusal>('GET', getDraft.href({ key: key(1) }))
  assert.deepEqual([read.status, read.body.postId], [410, postId])
  assert.equal(await sweepDrafts(t.db), 1)
  assert.equal((await t.rows()).length, 2)
  assert.equal((await t.refusal('alice', 1, { updatedAt })).status, 410)
  await t.alice('DELETE', deletePost.href({ id: postId }))
  const { status, postId: deleted } = await t.refusal('alice', 1, { updatedAt })
  assert.deepEqual([status, deleted], [410, null])
})

test('lets members who can edit an article save a draft of it', async () => {
  const t = await start()
  const postId = await t.publish('alice', 9)
  const baseUpdatedAt = '2026-11-21T03:00:00.000Z'
  const { postId: ofPost, baseUpdatedAt: base } = await t.save('alice', 1, { postId, baseUpdatedAt })
  assert.deepEqual([ofPost, base], [postId, baseUpdatedAt])
  assert.equal((await t.drafts('alice'))[0]!.postId, postId)
  assert.equal((await t.save('admin', 2, { postId, baseUpdatedAt })).postId, postId)
  const bobs = await t.refusal('bob', 3, { postId })
  assert.deepEqual([bobs.status, bobs.message], [403, 'You can only edit your own posts.'])
  assert.equal((await t.refusal('alice', 3, { postId: postId + 1 })).status, 404)
  assert.equal((await t.rows()).length, 2)
})

test('stores a new base version even if the text is unchanged', async () => {
  const t = await start()
  const postId = await t.publish('alice', 9)
  const bases = ['2026-11-21T03:00:00.000Z', '2026-11-21T04:00:00.000Z'] as const
  const first = await t.save('alice', 1, { postId, baseUpdatedAt: bases[0] })
  const second = await t.save('alice', 1, { postId, baseUpdatedAt: bases[1], updatedAt: first.updatedAt })
  assert.equal(second.baseUpdatedAt, bases[1])
})

test('stores one draft per article and member, even if the first saves are concurrent', async () => {
  const t = await start()
  const postId = await t.publish('alice', 9)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      t.alice<Refusal & Draft>('PUT', putDraft.href({ key: key(n) }), text({ postId, content: `${n}` })),
    ),
  )
  const [winner, ...others] = answers.filter(({ status }) => status === 200)
  assert.deepEqual(others, [])
  const refused = answers.filter(({ status }) => status === 409)
  assert.equal(refused.length, 3)
  for (const { body } of refused) {
    assert.deepEqual([body.message, body.draft], ['There is another draft of this article.', winner!.body])
  }
  assert.deepEqual(t.logged, [])
})

test('turns a deleted article’s draft into a draft of a new article', async () => {
  const t = await start()
  const postId = await t.publish('alice', 9)
  const { updatedAt } = await t.save('alice', 1, { postId })
  await t.alice('DELETE', deletePost.href({ id: postId }))
  assert.equal((await t.drafts('alice'))[0]!.postId, null)
  const saved = await t.save('alice', 1, { postId, baseUpdatedAt: updatedAt, content: 'More', updatedAt })
  assert.deepEqual([saved.postId, saved.baseUpdatedAt, saved.content], [null, null, 'More'])
  assert.deepEqual(await t.save('alice', 1, { postId, baseUpdatedAt: updatedAt, content: 'More', updatedAt }), saved)
  const again = await t.save('alice', 1, { content: 'And more', updatedAt: saved.updatedAt })
  assert.deepEqual([again.postId, again.content], [null, 'And more'])
})

test('turns a draft that is saved while its article is being deleted into a draft of a new article', async () => {
  const t = await start()
  const first = await t.save('alice', 1, { postId: await t.publish('alice', 8) })
  const postId = await t.publish('alice', 9)
  const saving: ReturnType<typeof t.save>[] = []
  await inTransaction(t.db, async (db) => {
    await run(db)`with gone as (delete from posts where id = ${postId} returning id)
      insert into post_tombstones (post_id, deleted_by) select id, ${t.members.alice.id} from gone`
    saving.push(t.save('alice', 1, { postId, updatedAt: first.updatedAt }), t.save('alice', 2, { postId }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  assert.deepEqual(
    (await Promise.all(saving)).map((draft) => draft.postId),
    [null, null],
  )
  assert.deepEqual(t.logged, [])
})

test('deletes a member’s drafts along with the member', async () => {
  const t = await start()
  await t.save('alice', 1)
  await t.save('bob', 2)
  await run(t.db)`delete from members where id = ${t.members.alice.id}`
  assert.equal((await t.rows()).length, 1)
})

test('limits members to 200 drafts, and lets them edit and discard drafts at the limit', async () => {
  const t = await start()
  const first = await t.save('alice', 0)
  await run(t.db)`insert into drafts (member_id, key, title, content)
    select ${t.members.alice.id}, lpad(to_hex(n), 32, '0'), 'Draft', '' from generate_series(1, 199) n`
  const { status, message } = await t.refusal('alice', 1000)
  assert.deepEqual([status, message], [409, 'You have 200 drafts. Discard some to save new ones.'])
  await t.save('alice', 0, { content: 'On and on', updatedAt: first.updatedAt })
  await t.save('bob', 1000)
  await t.alice('DELETE', discardDraft.href({ key: key(5) }))
  await t.save('alice', 1000)
})

test('rejects an invalid draft with the correct message, and stores nothing', async () => {
  const t = await start()
  const refused = async (body: unknown, path = putDraft.href({ key: key(1) })) => {
    const answer = await t.alice<Refusal>('PUT', path, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    return answer.body.message
  }
  assert.equal(await refused(text({ categoryId: 404 })), 'This category does not exist')
  assert.equal(await refused(text({ title: 'x'.repeat(1001) })), 'The title is too long to be saved')
  assert.equal(await refused(text({ content: 'x'.repeat(400_001) })), 'The text is too long to be saved')
  assert.equal(await refused(text({ content: 'a\0b' })), 'Text cannot contain the NUL character.')
  for (const body of badBodies) await refused(body)
  for (const part of [{ updatedAt: 'now' }, { baseUpdatedAt: 1 }, { postId: -1 }, { categoryId: 1e30 }]) {
    await refused({ ...text(), ...part })
  }
  for (const bad of ['1', 'x'.repeat(32), key(1).replace('0', 'A'), '%00']) {
    const path = getDraft.path.replace(':key', bad)
    await refused(text(), path)
    assert.equal((await t.alice('GET', path)).status, 400)
    assert.equal((await t.alice('DELETE', path)).status, 400)
  }
  assert.deepEqual([await t.rows(), t.logged], [[], []])
})

test('accepts 400,000 characters of any kind', async () => {
  const t = await start()
  const escaped = JSON.stringify(text({ title: '字'.repeat(1000), content: '字'.repeat(400_000) })).replaceAll(
    '字',
    String.raw`\u5b57`,
  )
  assert.equal((await t.alice('PUT', putDraft.href({ key: key(1) }), escaped)).status, 200)
  const kept = await one<{ length: number }>(t.db)`select length(content) as length from drafts`
  assert.equal(kept!.length, 400_000)
  assert.equal((await t.alice('PUT', putDraft.href({ key: key(2) }), 'x'.repeat(3_000_000))).status, 413)
})
