import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { readWhole } from '#tests/plans.ts'
import { entriesAfterQuery, latestEntriesQuery, reservedNameQuery, usedNameQuery } from './chat.store.ts'

test('what is new in a chat, what was last, and who is called so, is found by index at size', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 20000) n`
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    select m.id, 'embedded', m.id::text, '', true, '', '', '', true from members m order by m.id limit 200`
  await run(db)`insert into chat_messages (livestream_id, member_id, username, message)
    select s.id, case when n % 2 = 0 then s.member_id end, 'Vera', 'x' from all_livestreams s, generate_series(1, 300) n`
  await sql`vacuum analyze chat_messages, all_livestreams, all_members`.execute(db)
  const { id } = (await one<{ id: number }>(db)`select max(id) as id from all_livestreams`)!
  await run(db)`insert into chat_talkers (livestream_id, name, last_at)
    select s.id, 'Visitor ' || n, now() from all_livestreams s, generate_series(1, 100) n`
  await sql`vacuum analyze chat_talkers`.execute(db)
  const naming = { livestreamId: id, memberId: null, sender: Buffer.from('x'), username: 'Visitor 7' }
  const names = [reservedNameQuery('Member 7'), usedNameQuery(naming)]
  for (const query of [latestEntriesQuery(id, 100), entriesAfterQuery(id, 59_000, 500), ...names])
    for (const table of await readWhole(db, query)) assert.equal(table, 'all_livestreams', 'of which there are few')
}, 60_000)
