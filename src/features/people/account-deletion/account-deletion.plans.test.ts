import assert from 'node:assert/strict'
import { many, sql } from '#kernel/db.ts'
import { isBy } from '#features/writing/posts/member-posts.store.ts'
import { usedAddresses } from '#features/writing/uploads/uploads.store.ts'
import { members } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'

test('uses an index to find a member’s posts and the pictures in them', async ({ db }) => {
  for (const query of [
    sql`delete from all_posts where ${isBy(members)}`,
    usedAddresses(members, ['/storage/v1/object/public/post-images/1/a.png']),
  ]) {
    const nodes = await planOf(db, query)
    assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'all_posts'))
    const indexes = indexesOf(nodes)
    for (const index of ['posts_by_member', 'posts_withheld']) assert.ok(indexes.includes(index), String(indexes))
  }
})

test('uses an index to find the rows that reference a deleted member or post', async ({ db }) => {
  const rows = await many<{ column: string }>(db)`
    select conrelid::regclass || '.' || attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('all_members'::regclass, 'all_posts'::regclass)
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
    order by 1`
  // Account deletion keeps these rows, or finds them through two partial indexes.
  assert.deepEqual(
    rows.map(({ column }) => column),
    [
      'all_comments.moderated_by',
      'all_comments.moderator_before_deletion',
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
