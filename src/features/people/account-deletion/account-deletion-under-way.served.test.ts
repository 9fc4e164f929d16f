import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run, sql } from '#kernel/db.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { getPost, publishPost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { columnsNaming, fillLinusAccount, siteWithLinus, stays, tidy, wrongCounts } from '#tests/support/leaving.ts'
import { tableHashes } from '#tests/trust/setup/table-hashes.ts'

test.each(['remove', 'keep'] as const)(
  'handles concurrent writes, and later deletes any data they leave behind (%s)',
  async (choice) => {
    const t = await siteWithLinus({ RATE_LIMITS: 'off' })
    const { hers, his } = await fillLinusAccount(t)
    const others = [hers, await t.post('ada'), await t.post('ada')]
    const busy = Array.from({ length: 12 }, (_, i) => [
      t.linus('POST', publishPost.path, { content: `Late ${i}` }),
      t.linus('POST', likePost.href({ id: others[i % 3]!.id })),
      t.linus('POST', likePost.href({ id: his.id })),
      t.ada('POST', likePost.href({ id: his.id })),
      t.ada('DELETE', likePost.href({ id: his.id })),
      t.ada('POST', followMember.href({ id: t.ids.linus })),
      t.linus(i % 2 ? 'POST' : 'DELETE', followMember.href({ id: t.ids.ada })),
      t.linus('PATCH', updatePost.href({ id: his.id }), { content: `Changed ${i}`, categoryId: 1 + (i % 5) }),
      t.ada('POST', publishPost.path, { content: `Hers ${i}` }),
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

test('changes nothing when the deletion fails at the last step, and allows a retry', async () => {
  const t = await siteWithLinus()
  const { his } = await fillLinusAccount(t)
  await run(t.db)`delete from rate_limits`
  const before = await tableHashes(t.db)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no room left'; end $$`.execute(
    t.db,
  )
  await sql`create trigger fail before insert on departed_usernames execute function fail()`.execute(t.db)
  t.announced()
  try {
    assert.equal((await t.leave('remove')).status, 500)
    assert.deepEqual(t.announced(), [])
    await run(t.db)`delete from rate_limits`
    assert.deepEqual(await tableHashes(t.db), before)
    assert.equal((await t.linus('GET', getViewer.path)).status, 200)
  } finally {
    await sql`drop function fail cascade`.execute(t.db)
  }
  assert.equal((await t.leave('remove')).status, 204)
  assert.equal((await t.stranger('GET', getPost.href({ id: his.id }))).status, 410)
})

test('deletes an account with two thousand liked posts while other members publish', async () => {
  const t = await siteWithLinus({ RATE_LIMITS: 'off' })
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
  const leaving = t.leave('remove')
  const isOver = leaving.then(() => true)
  for (let over = false; !over; over = await Promise.race([isOver, Promise.resolve(false)])) {
    assert.equal((await t.ada('POST', publishPost.path, { content: 'During deletion' })).status, 201)
  }
  assert.equal((await leaving).status, 204)
  assert.deepEqual(await wrongCounts(t), [])
  assert.deepEqual(await columnsNaming(t, t.ids.linus), [])
})
