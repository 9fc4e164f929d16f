import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, test } from 'vitest'
import { many, one, sql } from '#kernel/db.ts'
import { fillDemo } from '#app/demo/fill-demo.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { getPost, type Post, updatePost } from '#features/writing/posts/posts.contract.ts'
import { openTestApplication } from '#tests/support/application.ts'
import {
  columnsNaming,
  fillLinusAccount,
  memberColumns,
  type Site,
  siteWithLinus,
  stays,
  textOfLinus,
  tidy,
  wrongCounts,
} from '#tests/support/leaving.ts'
import { wrongLikedCounts } from '#tests/support/liked-counts.ts'
import { wrongMonths } from '#tests/support/post-months.ts'

/** The columns that referenced demo members before their accounts were deleted, and those that still do afterward. */
const demo = { named: new Set<string>(), left: new Set<string>() }

beforeAll(async () => {
  const site = await openTestApplication()
  await fillDemo(site.ctx)
  const members = await many<{ id: number; subject: string }>(site.db)`
    select id, subject from members where role <> 'admin' order by id`
  const note = async (columns: Set<string>) => {
    for (const { id } of members) for (const column of await columnsNaming(site, id)) columns.add(column)
  }
  await note(demo.named)
  for (const { id: memberId, subject } of members) await site.ctx.deleteAccount({ memberId, subject, posts: 'remove' })
  await tidy(site)
  await note(demo.left)
  await site.end()
})

test('leaves no trace of demo members after their accounts are deleted', () => {
  assert.ok(demo.named.size > 15)
  assert.deepEqual([...demo.left], [])
})

test('covers every column that can refer to a member', async () => {
  const t = await siteWithLinus()
  await fillLinusAccount(t)
  const naming = new Set([...(await columnsNaming(t, t.ids.linus)), ...demo.named])
  const columns = (await memberColumns(t)).map(({ table, column }) => `${table}.${column}`)
  // When you add a column, handle it in its feature's `accountDeletion` and add rows to fillLinusAccount or the demo,
  // or list it in `stays`. Suspended members cannot delete their accounts, nor can the owner while other members exist.
  assert.deepEqual(
    columns.filter((one) => !naming.has(one) && !stays.has(one)),
    ['site_ownership.member_id', 'suspensions.member_id'],
  )
})

test('deletes everything when the member chooses to delete their posts', async () => {
  const t = await siteWithLinus()
  const { hers, his, picture } = await fillLinusAccount(t)
  t.announced()
  assert.equal((await t.leave('remove')).status, 204)
  assert.deepEqual(t.announced(), ['members', 'posts', 'removals'])
  assert.equal((await t.stranger('GET', getPost.href({ id: his.id }))).status, 410)
  assert.equal((await t.stranger<Post>('GET', getPost.href({ id: hers.id }))).body.likeCount, 0)
  await tidy(t)
  assert.deepEqual(t.announced(), ['members', 'posts', 'removals'])
  assert.deepEqual(await columnsNaming(t, t.ids.linus), [])
  assert.deepEqual([await wrongCounts(t), await wrongLikedCounts(t.db), await wrongMonths(t.db)], [[], [], []])
  assert.equal((await t.stranger('GET', new URL(picture).pathname)).status, 404)
  assert.deepEqual(await filesOf(t), [])
  for (const name of ['linusleaves', 'linusearlier', 'Full linus', textOfLinus])
    assert.deepEqual(await tablesSaying(t, name), [], name)
  assert.deepEqual(t.logged, [])
})

test('keeps posts with their likes and comments, but without the author’s name', async () => {
  const t = await siteWithLinus()
  const { his, picture } = await fillLinusAccount(t)
  const changed = await t.linus('PATCH', updatePost.href({ id: his.id }), { content: `His ![picture](${picture})` })
  assert.equal(changed.status, 200)
  assert.equal((await t.leave('keep')).status, 204)
  await tidy(t)
  const kept = (await t.stranger<Post>('GET', getPost.href({ id: his.id }))).body
  assert.deepEqual(kept.user, {
    id: t.ids.linus,
    username: `~${t.ids.linus}`,
    displayName: 'Deleted member',
    profileImage: null,
  })
  assert.equal(kept.likeCount, 1)
  assert.equal((await t.stranger('GET', new URL(picture).pathname)).status, 200)
  const naming = await columnsNaming(t, t.ids.linus)
  assert.deepEqual(
    naming.filter((column) => !stays.has(column)),
    [],
  )
  assert.deepEqual(await wrongCounts(t), [])
  for (const name of ['linusleaves', 'Full linus']) assert.deepEqual(await tablesSaying(t, name), [], name)
  const nobody = [
    `/api/users/${t.ids.linus}`,
    `/api/users/by-username/~${t.ids.linus}`,
    `/api/users/${t.ids.linus}/posts`,
  ]
  for (const target of nobody) assert.equal((await t.ada('GET', target)).status, 404, target)
  assert.equal((await t.ada('POST', followMember.href({ id: t.ids.linus }))).status, 404)
  assert.deepEqual(t.logged, [])
})

test('keeps only the profile’s ID and creation date', async () => {
  const t = await siteWithLinus()
  await t.linus('POST', '/api/settings/update', {
    title: 'Engineer',
    bio: 'Bio',
    githubUsername: 'linus',
    skills: ['C'],
  })
  await t.leave('keep')
  const row = await one<Record<string, unknown>>(t.db)`select * from all_members where id = ${t.ids.linus}`
  const { created_at: _createdAt, ...rest } = row!
  assert.deepEqual(rest, {
    id: t.ids.linus,
    issuer: '',
    subject: '',
    username: `~${t.ids.linus}`,
    display_name: 'Deleted member',
    title: '',
    bio: '',
    profile_image: null,
    github_username: null,
    skills: [],
    role: 'member',
    standing: 'departed',
  })
})

/** Returns the stored files. */
async function filesOf({ config }: Site): Promise<string[]> {
  const folder = path.join(config.dataDir, 'storage')
  const names = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  return names.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Returns the tables that contain the string. Sign-in attempts are counted by address for an hour. */
async function tablesSaying({ db }: Site, text: string): Promise<string[]> {
  const tables = await many<{ name: string }>(db)`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker') and tablename <> 'rate_limits'`
  const saying: string[] = []
  for (const { name } of tables) {
    const found = await one(db)`
      select from ${sql.table(name)} as rows where strpos(lower(rows::text), lower(${text})) > 0 limit 1`
    if (found) saying.push(name)
  }
  return saying
}
