import assert from 'node:assert/strict'
import { beforeAll, describe, test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { openServedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'

interface Item {
  id: number
  content: string
  canDelete?: boolean
}

describe('a moderator', () => {
  let site: ServedSite
  const people = ['ada', 'mona', 'mia', 'alma', 'bob'] as const
  const roles = { mona: 'moderator', mia: 'moderator', alma: 'admin' } as const
  type Person = (typeof people)[number]
  const tokens = {} as Record<Person, string>
  const ids = {} as Record<Person, number>

  beforeAll(async () => {
    site = await openServedSite({ RATE_LIMITS: 'off' })
    for (const name of people) {
      tokens[name] = await site.register(name)
      ids[name] = (JSON.parse((await site.ask('/api/users/me', { token: tokens[name] })).text) as { id: number }).id
    }
    for (const [name, role] of Object.entries(roles))
      await run(site.db)`update all_members set role = ${role} where username = ${name}`
    return site.end
  })

  const as =
    (name: Person | null) =>
    async (method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> => {
      const { status, text } = await site.ask(path, {
        method,
        ...(name && { token: tokens[name] }),
        ...(body && { body }),
      })
      return { status, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
    }
  const mona = as('mona')
  const postBy = async (name: Person) => Number((await as(name)('POST', '/api/posts', { content: 'Hi' })).body['id'])
  const commentBy = async (name: Person | null, postId: number, content: string) => {
    const body = { content, ...(name === null && { authorName: 'Vera' }) }
    return Number((await as(name)('POST', `/api/posts/${postId}/comments`, body)).body['id'])
  }
  const queueOf = async (name: Person) =>
    ((await as(name)('GET', '/api/admin/comments')).body['items'] as Item[]).map(({ content }) => content)

  test('moderates everyone’s comments, except those by administrators and other moderators', async () => {
    const postId = await postBy('bob')
    const ofVisitor = await commentBy(null, postId, 'By a visitor')
    const ofStaff = [await commentBy('alma', postId, 'By Alma'), await commentBy('mia', postId, 'By Mia')]
    assert.deepEqual(await queueOf('mona'), ['By a visitor'])
    assert.deepEqual(await queueOf('ada'), ['By Mia', 'By Alma', 'By a visitor'])
    assert.equal((await mona('PATCH', `/api/admin/comments/${ofVisitor}`, { published: true })).status, 200)
    for (const id of ofStaff) {
      assert.equal((await mona('PATCH', `/api/admin/comments/${id}`, { spam: true })).status, 404)
      assert.equal((await mona('DELETE', `/api/admin/comments/${id}`)).status, 404)
      await as('ada')('PATCH', `/api/admin/comments/${id}`, { published: true })
      assert.equal((await mona('DELETE', `/api/comments/${id}`)).status, 403)
    }
    const bulk = await mona('POST', '/api/admin/comments/bulk', { ids: [ofVisitor, ...ofStaff], action: 'spam' })
    assert.deepEqual(bulk.body, { changed: 1 })
    const shown = (await mona('GET', `/api/posts/${postId}/comments`)).body['comments'] as Item[]
    assert.deepEqual(
      shown.map(({ content, canDelete }) => [content, canDelete]),
      [
        ['By Alma', false],
        ['By Mia', false],
      ],
    )
  })

  test('blocks authors for the whole site, but neither administrators nor moderators', async () => {
    const postId = await postBy('mona')
    const blockBy = async (name: Person) => {
      const commentId = await commentBy(name, postId, `By ${name}`)
      return (await mona('POST', '/api/admin/blocks', { commentId, kind: 'member' })).status
    }
    assert.deepEqual([await blockBy('alma'), await blockBy('mia'), await blockBy('bob')], [403, 403, 201])
    await run(site.db)`insert into comment_blocks (kind, value, label, is_from_message)
      values ('email', 'x@y.example', 'x@y.example', true)`
    const blocksFor = async (name: Person) =>
      ((await as(name)('GET', '/api/admin/blocks')).body['blocks'] as { id: number; label: string }[]).toReversed()
    assert.deepEqual(
      (await blocksFor('mona')).map(({ label }) => label),
      ['@bob'],
    )
    for (const { id } of await blocksFor('ada')) await mona('DELETE', `/api/admin/blocks/${id}`)
    assert.deepEqual(
      (await blocksFor('ada')).map(({ label }) => label),
      ['x@y.example'],
    )
  })

  test('deletes posts by members, but not by administrators, the owner, or other moderators', async () => {
    for (const name of ['ada', 'alma', 'mia'] as const) {
      const id = await postBy(name)
      assert.equal((await mona('DELETE', `/api/posts/${id}`)).status, 403, name)
      assert.equal((await mona('PATCH', `/api/posts/${id}`, { content: 'Changed' })).status, 403, name)
    }
    const id = await postBy('bob')
    assert.equal((await mona('PATCH', `/api/posts/${id}`, { content: 'Changed' })).status, 403)
    assert.equal((await mona('GET', `/api/posts/${id}`)).body['canDelete'], true)
    assert.equal((await mona('DELETE', `/api/posts/${id}`)).status, 204)
    const own = await postBy('mona')
    assert.equal((await mona('DELETE', `/api/posts/${own}`)).status, 204)
  })

  test('decides reports, except those about administrators and moderators, including their own', async () => {
    const reported: Partial<Record<Person, number>> = {}
    for (const name of ['ada', 'mia', 'mona', 'bob'] as const) {
      const postId = (reported[name] = await postBy(name))
      assert.equal((await as('alma')('POST', `/api/posts/${postId}/reports`, { reason: 'spam' })).status, 201)
    }
    const { body } = await mona('GET', '/api/admin/reports')
    const items = body['items'] as { post: { id: number; canSuspend: boolean } }[]
    assert.deepEqual([body['total'], items.map(({ post }) => [post.id, post.canSuspend])], [1, [[reported.bob, true]]])
    assert.equal((await as('ada')('GET', '/api/admin/reports')).body['total'], 4)
    for (const name of ['ada', 'mia', 'mona'] as const)
      assert.equal((await mona('PATCH', `/api/admin/reports/${reported[name]}`, { status: 'closed' })).status, 404)
    assert.equal((await mona('PATCH', `/api/admin/reports/${reported.bob}`, { status: 'closed' })).status, 200)
    assert.equal((await as('ada')('GET', '/api/admin/reports')).body['total'], 3)
  })

  test('suspends members, but neither administrators, the owner, other moderators, nor themselves', async () => {
    const suspend = (name: Person) => mona('PUT', `/api/admin/members/${ids[name]}/suspension`, { reason: 'Spam' })
    for (const name of ['ada', 'alma', 'mia', 'mona'] as const) assert.equal((await suspend(name)).status, 403, name)
    assert.equal((await suspend('bob')).status, 200)
    assert.equal((await mona('GET', '/api/admin/suspensions')).body['total'], 1)
    assert.equal((await mona('DELETE', `/api/admin/members/${ids.bob}/suspension`)).status, 204)
    const byAdmin = { reason: 'Abuse' }
    assert.equal((await as('alma')('PUT', `/api/admin/members/${ids.mia}/suspension`, byAdmin)).status, 200)
    assert.equal((await mona('DELETE', `/api/admin/members/${ids.mia}/suspension`)).status, 403)
    assert.equal((await as('alma')('DELETE', `/api/admin/members/${ids.mia}/suspension`)).status, 204)
  })

  test('does not suspend a member who has become a moderator in the meantime', async () => {
    const { suspensions } = site.ctx
    const by = { adminId: ids.mona, reason: 'Spam' }
    assert.equal(await suspensions.suspend(ids.mia, by), false)
    assert.equal(await suspensions.suspend(ids.mia, { ...by, adminId: ids.alma }), true)
    await suspensions.lift(ids.mia, ids.alma)
  })

  test('has no access to settings, members, roles, invitations, messages, or the audit log', async () => {
    for (const path of ['settings', 'members', 'role-changes', 'invitations', 'messages', 'audit', 'jobs', 'redirects'])
      assert.equal((await mona('GET', `/api/admin/${path}`)).status, 403, path)
    for (const name of ['mona', 'bob', 'ada'] as const)
      assert.equal((await mona('PUT', `/api/admin/members/${ids[name]}/role`, { role: 'admin' })).status, 403, name)
  })

  test('cannot silence administrators, or keep messages from the owner, by blocking a domain', async () => {
    const postId = await postBy('bob')
    const visitor = { content: 'Hello', authorName: 'Vera', authorUrl: 'https://mail.example/' }
    const { body } = await as(null)('POST', `/api/posts/${postId}/comments`, visitor)
    const block = await mona('POST', '/api/admin/blocks', { commentId: body['id'], kind: 'domain' })
    assert.equal(block.status, 201)
    await commentBy('alma', postId, 'See https://mail.example/alma')
    await commentBy('bob', postId, 'See https://mail.example/bob')
    await commentBy(null, postId, 'See https://mail.example/visitor')
    const statuses = await many<{ content: string; status: string }>(site.db)`
      select content, status from all_comments where content like 'See %' order by id`
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['approved', 'approved', 'spam'],
    )
    const message = { member: null, ip: '10.0.0.1', ownerId: ids.ada, links: [], fields: {} }
    const isBlocked = async (email: string) =>
      (await site.ctx.spamRules.judge(site.ctx, { ...message, email })).isBlocked
    assert.equal(await isBlocked('vera@mail.example'), false)
    await run(site.db)`update comment_blocks set created_by = ${ids.ada} where value = 'mail.example'`
    assert.equal(await isBlocked('vera@mail.example'), true)
    await as('ada')('DELETE', `/api/admin/blocks/${String(block.body['id'])}`)
  })
})
