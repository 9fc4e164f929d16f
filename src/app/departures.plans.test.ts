import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { isBy } from '#features/posts/member-posts.store.ts'
import { usedAddresses } from '#features/uploads/uploads.store.ts'
import { testDb } from '#tests/database.ts'
import { readWhole } from '#tests/plans.ts'

let db: Db
let memberId: number

beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 1000) n`
  memberId = (await one<{ id: number }>(db)`select max(id) as id from members`)!.id
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select ${memberId} - n % 1000, 'x', 'x', 'x', 1, 5, false from generate_series(1, 50000) n`
  await sql`vacuum analyze all_members, all_posts`.execute(db)
}, 60_000)

test('a member’s posts and the pictures in them are found by index among 50,000 posts', async () => {
  assert.deepEqual(await readWhole(db, sql`delete from all_posts where ${isBy(memberId)}`), [])
  const whole = await readWhole(db, usedAddresses(memberId, ['/storage/v1/object/public/post-images/1/a.png']))
  assert.ok(!whole.includes('all_posts'), String(whole))
})

test('what refers to members and posts is found by index when they go', async () => {
  const rows = await many<{ column: string }>(db)`
    select conrelid::regclass || '.' || attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('all_members'::regclass, 'all_posts'::regclass)
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
    order by 1`
  // These stay, or are looked for in two halves.
  assert.deepEqual(
    rows.map(({ column }) => column),
    [
      'all_comments.moderated_by',
      'all_comments.owner_id',
      'all_posts.editor_id',
      'all_posts.member_id',
      'comment_blocks.created_by',
      'mail_outbox.handled_by',
      'post_tombstones.deleted_by',
      'post_versions.editor_id',
      'reported_posts.closed_by',
      'role_changes.changed_by',
      'role_changes.member_id',
      'suspensions.suspended_by',
      'webmentions.moderated_by',
    ],
  )
})
