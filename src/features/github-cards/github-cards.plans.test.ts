import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Db, inTransaction, many, run, sql } from '#kernel/db.ts'
import { outdatePosts } from '#features/posts/post-renderings.store.ts'
import { testDb } from '#tests/database.ts'
import {
  type DueCard,
  findDueCard,
  findFacts,
  findPause,
  keepCardsOf,
  keepReading,
  listDueCards,
  listUnknown,
  sweepCards,
} from './github-cards.store.ts'

const now = new Date()
const address = (n: number) => `https://github.com/owner/name${n}`

/** Fifty thousand posts with a card each, none of which is due, and one of them with ten. */
async function fill(): Promise<Db> {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name) values ('test', 'm', 'member', 'Member')`
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, render_version)
    select id, 'x', 'x', 'x', 1, 5, false, 1 from members, generate_series(1, 50000)`
  await run(db)`
    insert into github_cards (address, facts, due_at)
    select ${address(0).slice(0, -1)}::text || id, '{}', now() + interval '1 hour' from all_posts`
  await run(db)`
    insert into github_card_posts
    select id, id from all_posts union select 1, id from github_cards where id <= 10`
  await sql`vacuum analyze all_posts, github_cards, github_card_posts`.execute(db)
  return db
}

/** How often each table has been read whole. */
const listScans = async (db: Db): Promise<string[]> => {
  const rows = await many<{ scan: string }>(db)`
    select relname || ' ' || seq_scan as scan from pg_stat_xact_user_tables where seq_scan > 0`
  return rows.map(({ scan }) => scan)
}

test('cards are found by index among 50,000', { timeout: 60_000 }, async () => {
  const db = await fill()
  const card: DueCard = { id: 500, address: address(500), facts: null, etag: null }
  const reading = { facts: null, etag: null, failure: 'not_found', dueAt: now }
  const asked: Record<string, (db: Db) => Promise<unknown>> = {
    findFacts: (db) => findFacts(db, [1, 2, 3].map(address)),
    listUnknown: (db) => listUnknown(db, [1, 2, 99_999].map(address)),
    keepCardsOf: (db) => keepCardsOf(db, 700, [{ address: address(1), dueAt: now }], now),
    findDueCard: (db) => findDueCard(db, 500, now),
    findPause: (db) => findPause(db, now),
    listDueCards: (db) => listDueCards(db, now, 100),
    keepReading: (db) => keepReading(db, card, reading, now),
    sweepCards: (db) => sweepCards(db, now),
    outdatePosts: (db) => outdatePosts(db, [1, 2, 3]),
  }
  for (const [name, ask] of Object.entries(asked)) {
    const readWhole = await inTransaction(db, async (db) => {
      // What the connection did just before may be counted as well.
      const before = await listScans(db)
      await ask(db)
      return (await listScans(db)).filter((scan) => !before.includes(scan))
    })
    assert.deepEqual(readWhole, [], name)
  }
})
