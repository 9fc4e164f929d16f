import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { inTransaction, many, one, run, sql } from '#kernel/db.ts'
import { departurePath } from '#features/departures/departures.contract.ts'
import { draftPath } from '#features/drafts/drafts.contract.ts'
import { followPath } from '#features/follows/follows.contract.ts'
import { likePath } from '#features/likes/likes.contract.ts'
import { type Post, postPath, postsPath } from '#features/posts/posts.contract.ts'
import { projectsPath } from '#features/projects/projects.contract.ts'
import { mePath } from '#features/profiles/profiles.contract.ts'
import { uploadPath } from '#features/uploads/uploads.contract.ts'
import { testApplication } from '#tests/application.ts'
import { untilSomebodyWaits } from '#tests/database.ts'
import { jpeg } from '#tests/storage.ts'
import { tableHashes } from '#tests/trust/setup/table-hashes.ts'
import { createDepartures, tidyTask } from './departures.ts'

/** Ada, the administrator, and Linus, who leaves. */
async function site(settings: Record<string, string> = {}) {
  const t = await testApplication(settings)
  const as =
    (token: string | null) =>
    async <Body>(method: string, target: string, body?: unknown) => {
      const response = await t.call(method, target, { token, body })
      const text = await response.text()
      return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Body }
    }
  const tokens = { ada: await t.register('adawrites'), linus: await t.register('linusleaves') }
  const people = { ada: as(tokens.ada), linus: as(tokens.linus), stranger: as(null) }
  const idOf = async (who: 'ada' | 'linus') => (await people[who]<{ id: number }>('GET', mePath)).body.id
  const ids = { ada: await idOf('ada'), linus: await idOf('linus') }
  const post = async (who: 'ada' | 'linus', content = 'Words') =>
    (await people[who]<Post>('POST', postsPath, { content })).body
  const leave = (posts: 'remove' | 'keep', password = 'secret of linusleaves') =>
    people.linus<{ message: string; issues?: { path: string }[] }>('POST', departurePath, { password, posts })
  return { ...t, ...people, as, ids, tokens, post, leave }
}
type Site = Awaited<ReturnType<typeof site>>

/** Does what is left to do after a departure, now. */
async function tidy({ db, ctx }: Pick<Site, 'db' | 'ctx'>): Promise<void> {
  const left = await many<{ payload: unknown }>(db)`
    delete from graphile_worker._private_jobs where task_id =
      (select id from graphile_worker._private_tasks where identifier = ${tidyTask}) returning payload`
  const { jobs } = createDepartures(ctx)
  for (const { payload } of left) await jobs.tasks[tidyTask]!(payload)
}

/** Counts that are not those of what they count. */
const wrongCounts = ({ db }: Pick<Site, 'db'>) => many(db)`
  select 'likes of ' || post_id as what from like_counts c
    where like_count <> (select count(*) from likes l where l.post_id = c.post_id)
  union all select 'total of ' || category_id from post_totals t
    where total <> (select count(*) from posts p
      where (p.is_long_form, p.category_id) = (t.is_long_form, t.category_id))
  union all select 'follows of ' || member_id from follow_counts c
    where (followers_count, following_count) <> ((select count(*) from follows where following_id = member_id),
      (select count(*) from follows where follower_id = member_id))`

/** What may name a member who has left: their posts, what they wrote of others' posts, the pictures in those, what they
 *  did as an administrator. */
const stays = new Set([
  'all_posts.member_id',
  'like_counts.member_id',
  'all_posts.editor_id',
  'post_versions.editor_id',
  'images.member_id',
  'storage_objects.owner_id',
  'post_tombstones.deleted_by',
  'all_comments.member_id',
  'all_comments.owner_id',
  'all_comments.moderated_by',
  'comment_blocks.created_by',
  'reported_posts.closed_by',
  'suspensions.suspended_by',
  'webmentions.owner_id',
  'webmentions.moderated_by',
])

/** Every column that refers to members, or is called so. */
const memberColumns = ({ db }: Pick<Site, 'db'>) => many<{ table: string; column: string }>(db)`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'all_members'::regclass
    union select attrelid::regclass::text, attname from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'member_id' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1, 2`

/** Those that name this member. */
async function columnsNaming({ db }: Pick<Site, 'db'>, memberId: number): Promise<string[]> {
  const naming: string[] = []
  for (const { table, column } of await memberColumns({ db })) {
    const found = await one(db)`select from ${sql.table(table)} where ${sql.ref(column)} = ${memberId} limit 1`
    if (found) naming.push(`${table}.${column}`)
  }
  return naming
}

/** Linus does everything that a member can do here; the picture is in no post. */
async function linusLives({ linus, ada, ids, post, db }: Site) {
  const [hers, his] = [await post('ada', 'Hers'), await post('linus', 'His')]
  await linus('POST', likePath(hers.id))
  await ada('POST', likePath(his.id))
  await linus('POST', likePath(his.id))
  await linus('POST', followPath(ids.ada))
  await ada('POST', followPath(ids.linus))
  const draft = { title: 'A draft', content: 'Draft', categoryId: null, baseUpdatedAt: null, updatedAt: null }
  assert.equal((await linus('PUT', draftPath('0'.repeat(32)), { ...draft, postId: his.id })).status, 200)
  await run(db)`insert into post_keys (member_id, key, post_id) values (${ids.linus}, 'a key of his', ${his.id})`
  await run(db)`insert into imports (member_id, source_key, post_id) values (${ids.linus}, 'brought along', ${his.id})`
  await linus('PATCH', postPath(his.id), { content: 'His, and changed' })
  await run(db)`insert into pins (post_id, member_id) values (${his.id}, ${ids.linus})`
  await run(db)`insert into profile_links (member_id, links) values (${ids.linus}, '[]')`
  await linus('POST', projectsPath, { title: 'Ferry times', description: 'When the next ferry leaves.' })
  await run(db)`insert into link_checks (member_id, url, profile_url, due_at) values (${ids.linus}, '', '', now())`
  await run(db)`insert into archive_links (hash, member_id, email, expires_at) values ('', ${ids.linus}, '', now())`
  await run(db)`insert into mutes (member_id, muted_id) values (${ids.linus}, ${ids.ada}), (${ids.ada}, ${ids.linus})`
  await run(db)`insert into muted_words (member_id, word, folded) values (${ids.linus}, 'word', 'word')`
  const comments = [
    [hers.id, ids.ada, ids.linus],
    [his.id, ids.linus, ids.ada],
  ]
  for (const [postId, ownerId, memberId] of comments) {
    await run(db)`
      insert into comments (post_id, owner_id, member_id, author_name, content, content_html, status)
      values (${postId}, ${ownerId}, ${memberId}, '', 'Said', '<p>Said</p>', 'approved')`
  }
  await run(db)`
    insert into comment_blocks (owner_id, kind, value, label, created_by)
    values (${ids.linus}, 'domain', 'elsewhere.example', '', ${ids.linus}),
      (${ids.ada}, 'member', ${String(ids.linus)}, 'linusleaves', ${ids.ada})`
  await run(db)`insert into reported_posts (post_id) values (${hers.id})`
  await run(db)`insert into reports (post_id, member_id, reason) values (${hers.id}, ${ids.linus}, 'spam')`
  await run(db)`insert into notification_settings (member_id) values (${ids.linus})`
  await run(db)`insert into sponsor_tiers (member_id, name, amount_cents) values (${ids.linus}, 'Coffee', 500)`
  await run(db)`insert into sponsor_goals (member_id, title, amount) values (${ids.linus}, 'A goal', 100)`
  await run(db)`insert into sponsors (member_id, source, is_private) values (${ids.linus}, 'manual', true)`
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public) values (${ids.linus}, 'embedded', 'made', 'played', true, 'key', 'Pairing', '', true)`
  await run(db)`insert into chat_messages (livestream_id, member_id, username, message)
    select id, ${ids.linus}, 'linusleaves', 'Said' from all_livestreams`
  await run(db)`insert into chat_bans (owner_id, member_id, name)
    values (${ids.linus}, ${ids.ada}, ''), (${ids.ada}, ${ids.linus}, 'linusleaves')`
  await run(db)`update members set github_username = 'linusleaves' where id = ${ids.linus}`
  const form = new FormData()
  form.append('bucketName', 'post-images')
  form.append('file', new File([await jpeg()], 'a.jpg', { type: 'image/jpeg' }))
  const { body } = await linus<{ publicUrl: string }>('POST', uploadPath, form)
  return { hers, his, picture: body.publicUrl }
}

test('with a wrong password, none, or nothing said of the posts, nobody leaves', async () => {
  const t = await site()
  const wrong = await t.leave('remove', 'secret of somebody')
  assert.deepEqual([wrong.status, wrong.body.issues?.[0]?.path], [400, 'password'])
  for (const body of [
    {},
    { password: 'secret of linusleaves' },
    { posts: 'remove' },
    { password: '', posts: 'keep' },
  ]) {
    assert.equal((await t.linus('POST', departurePath, body)).status, 400, JSON.stringify(body))
  }
  assert.equal((await t.stranger('POST', departurePath, { password: 'x', posts: 'keep' })).status, 401)
  assert.equal((await t.linus('GET', mePath)).status, 200)
  assert.deepEqual(t.logged, [])
})

test('a password cannot be guessed here either', async () => {
  const t = await site()
  const answers: number[] = []
  for (let i = 0; i < 12; i++) answers.push((await t.leave('keep', `guess ${i}`)).status)
  assert.deepEqual([answers.slice(0, 10), answers.slice(10)], [Array(10).fill(400), [429, 429]])
  const login = { email: 'linusleaves@devstead.test', password: 'secret of linusleaves' }
  assert.equal((await t.stranger('POST', '/auth/v1/token?grant_type=password', login)).status, 429)
})

test('every column that can name a member is one that stays, or one whose rows the next tests see go', async () => {
  const t = await site()
  await linusLives(t)
  const naming = new Set(await columnsNaming(t, t.ids.linus))
  const columns = (await memberColumns(t)).map(({ table, column }) => `${table}.${column}`)
  // A new one has its line in departure-parts.ts and its rows in linusLives, or its place among those that stay.
  // Nobody who is suspended can leave.
  assert.deepEqual(
    columns.filter((one) => !naming.has(one) && !stays.has(one)),
    ['suspensions.member_id'],
  )
})

test('whoever leaves with their posts leaves nothing', async () => {
  const t = await site()
  const { hers, his, picture } = await linusLives(t)
  assert.equal((await t.leave('remove')).status, 204)
  assert.equal((await t.stranger('GET', postPath(his.id))).status, 410)
  assert.equal((await t.stranger<Post>('GET', postPath(hers.id))).body.likeCount, 0)
  await tidy(t)
  assert.deepEqual(await columnsNaming(t, t.ids.linus), [])
  assert.deepEqual(await wrongCounts(t), [])
  assert.equal((await t.stranger('GET', new URL(picture).pathname)).status, 404)
  assert.deepEqual(await filesOf(t), [])
  for (const name of ['linusleaves', 'Full linus', 'His']) assert.deepEqual(await tablesSaying(t, name), [], name)
  assert.deepEqual(t.logged, [])
})

test('posts that are kept stay with all that hangs on them, by nobody', async () => {
  const t = await site()
  const { his, picture } = await linusLives(t)
  const changed = await t.linus('PATCH', postPath(his.id), { content: `His ![picture](${picture})` })
  assert.equal(changed.status, 200)
  assert.equal((await t.leave('keep')).status, 204)
  await tidy(t)
  const kept = (await t.stranger<Post>('GET', postPath(his.id))).body
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
  assert.equal((await t.ada('POST', followPath(t.ids.linus))).status, 404)
  assert.deepEqual(t.logged, [])
})

test('of the profile nothing but its number and its day is left', async () => {
  const t = await site()
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

test('the token is worth nothing at once, nor is a second departure; nobody gets the username, and the address is free', async () => {
  const t = await site()
  const answers = await Promise.all([t.leave('keep'), t.leave('keep')])
  assert.deepEqual(answers.map(({ status }) => status).sort(byNumber), [204, 401])
  for (const target of [mePath, '/api/drafts', '/auth/v1/user']) {
    assert.ok([401, 403].includes((await t.linus('GET', target)).status), target)
  }
  assert.equal((await t.leave('keep')).status, 401)
  assert.equal((await t.linus('GET', postsPath)).status, 200)
  assert.deepEqual((await t.stranger('GET', '/api/usernames/LinusLeaves')).body, { isTaken: true })
  const again = { email: 'linusleaves@devstead.test', password: 'a new secret' }
  const taken = { ...again, data: { username: 'linusleaves', fullName: 'Linus' } }
  assert.equal((await t.stranger('POST', '/auth/v1/signup', taken)).status, 409)
  const { body } = await t.stranger<{ access_token: string }>('POST', '/auth/v1/signup', {
    ...again,
    data: { username: 'linusreturns', fullName: 'Linus Again' },
  })
  const me = await t.as(body.access_token)<{ id: number; username: string }>('GET', mePath)
  assert.equal(me.body.username, 'linusreturns')
  assert.notEqual(me.body.id, t.ids.linus)
  assert.deepEqual(t.logged, [])
})

test('whoever has left while their second call waited is told so, and not of a wrong password', async () => {
  const t = await site()
  const now = Date.now()
  t.clock.now = () => now
  const { subject } = (await t.ctx.identity.identify(`Bearer ${t.tokens.linus}`))!
  await t.leave('keep', 'secret of somebody')
  let second: ReturnType<typeof t.leave> | undefined
  await inTransaction(t.db, async (db) => {
    await run(db)`select from rate_limits where key = ${`departures:${t.ids.linus}`} for update`
    second = t.leave('keep')
    await untilSomebodyWaits(t.db)
    await t.ctx.depart({ memberId: t.ids.linus, subject, posts: 'keep' })
  })
  assert.equal((await second!).status, 401)
})

test('the last administrator stays while there are others; alone they may leave, and the next to come is one', async () => {
  const t = await site()
  const departure = { password: 'secret of adawrites', posts: 'remove' }
  const refused = await t.ada<{ message: string }>('POST', departurePath, departure)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /only administrator/)
  assert.equal((await t.ada('GET', mePath)).status, 200)
  await t.leave('remove')
  assert.equal((await t.ada('POST', departurePath, departure)).status, 204)
  const token = await t.register('successor')
  assert.equal((await t.as(token)<{ role: string }>('GET', mePath)).body.role, 'admin')
})

test('two administrators who leave at once: one of them stays', async () => {
  const t = await site()
  await t.register('bystander')
  await run(t.db)`update members set role = 'admin' where id = ${t.ids.linus}`
  const answers = await Promise.all([
    t.leave('keep'),
    t.ada('POST', departurePath, { password: 'secret of adawrites', posts: 'keep' }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(byNumber), [204, 409])
})

test.each(['remove', 'keep'] as const)(
  'what happens at the same moment does no harm, and what slipped in goes later (%s)',
  async (choice) => {
    const t = await site({ RATE_LIMITS: 'off' })
    const { hers, his } = await linusLives(t)
    const others = [hers, await t.post('ada'), await t.post('ada')]
    const busy = Array.from({ length: 12 }, (_, i) => [
      t.linus('POST', postsPath, { content: `Late ${i}` }),
      t.linus('POST', likePath(others[i % 3]!.id)),
      t.linus('POST', likePath(his.id)),
      t.ada('POST', likePath(his.id)),
      t.ada('DELETE', likePath(his.id)),
      t.ada('POST', followPath(t.ids.linus)),
      t.linus(i % 2 ? 'POST' : 'DELETE', followPath(t.ids.ada)),
      t.linus('PATCH', postPath(his.id), { content: `Changed ${i}`, categoryId: 1 + (i % 5) }),
      t.ada('POST', postsPath, { content: `Hers ${i}` }),
    ]).flat()
    const [left, ...answers] = await Promise.all([t.leave(choice), ...busy])
    assert.equal(left.status, 204)
    const unexpected = answers.filter(({ status }) => ![200, 201, 401, 403, 404, 410].includes(status))
    assert.deepEqual(unexpected, [])
    await tidy(t)
    const naming = await columnsNaming(t, t.ids.linus)
    assert.deepEqual(
      naming.filter((column) => choice === 'remove' || !stays.has(column)),
      [],
    )
    assert.deepEqual(await wrongCounts(t), [])
    assert.deepEqual(t.logged, [])
  },
)

test('a departure that fails at its very end has not begun: all is there, and asking again does it', async () => {
  const t = await site()
  const { his } = await linusLives(t)
  await run(t.db)`delete from rate_limits`
  const before = await tableHashes(t.db)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no room left'; end $$`.execute(
    t.db,
  )
  await sql`create trigger fail before insert on departed_usernames execute function fail()`.execute(t.db)
  try {
    assert.equal((await t.leave('remove')).status, 500)
    await run(t.db)`delete from rate_limits`
    assert.deepEqual(await tableHashes(t.db), before)
    assert.equal((await t.linus('GET', mePath)).status, 200)
  } finally {
    await sql`drop function fail cascade`.execute(t.db)
  }
  assert.equal((await t.leave('remove')).status, 204)
  assert.equal((await t.stranger('GET', postPath(his.id))).status, 410)
})

test('two thousand posts, each liked, go in one departure, while others publish', async () => {
  const t = await site({ RATE_LIMITS: 'off' })
  await run(t.db)`
    with made as (
      insert into posts (member_id, content, content_html, plain_text, excerpt, reading_minutes, category_id, is_long_form)
      select ${t.ids.linus}, 'Words', '<p>Words</p>', 'Words', 'Words', 1, 1 + n % 5, n % 2 = 0
      from generate_series(1, 2000) n returning id, is_long_form, category_id, created_at),
    counted as (update post_totals t set total = total + n from (
      select is_long_form, category_id, count(*) as n from made group by 1, 2) as m
      where (t.is_long_form, t.category_id) = (m.is_long_form, m.category_id))
    select count(*) from made`
  await run(t.db)`insert into likes (post_id, member_id) select id, ${t.ids.ada} from posts`
  const before = performance.now()
  let slowestMs = 0
  const leaving = t.leave('remove')
  const isOver = leaving.then(() => true)
  for (let over = false; !over; over = await Promise.race([isOver, Promise.resolve(false)])) {
    const startedMs = performance.now()
    assert.equal((await t.ada('POST', postsPath, { content: 'Meanwhile' })).status, 201)
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  }
  assert.equal((await leaving).status, 204)
  console.warn(
    `2,000 posts: ${Math.round(performance.now() - before)} ms, others waited at most ${Math.round(slowestMs)} ms`,
  )
  assert.deepEqual(await wrongCounts(t), [])
  assert.deepEqual(await columnsNaming(t, t.ids.linus), [])
})

const byNumber = (one: number, other: number) => one - other

/** What lies in the storage. */
async function filesOf({ config }: Site): Promise<string[]> {
  const folder = path.join(config.dataDir, 'storage')
  const names = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  return names.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Tables in whose rows that text stands. Attempts to sign in are counted by address for an hour. */
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
