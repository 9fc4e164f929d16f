import assert from 'node:assert/strict'
import { type Db, many } from '#kernel/db.ts'
import { outdatePosts } from '#features/writing/posts/post-renderings.store.ts'
import { test } from '#tests/large-site/large-site.ts'
import {
  type DuePreview,
  findPreviewIfDue,
  findFacts,
  findPause,
  saveLinkedPreviews,
  updatePreview,
  listDuePreviews,
  listUnknown,
  sweepPreviews,
} from './github-previews.store.ts'

const now = new Date()
const address = (n: number) => `https://github.com/owner/name${n}`
const preview: DuePreview = { id: 500, address: address(500), facts: null, etag: null }
const update = { facts: null, etag: null, failure: 'not_found', dueAt: now }

/** Returns how many sequential scans of each table the transaction has run. */
const listScans = async (tx: Db): Promise<string[]> => {
  const rows = await many<{ scan: string }>(tx)`
    select relname || ' ' || seq_scan as scan from pg_stat_xact_user_tables where seq_scan > 0`
  return rows.map(({ scan }) => scan)
}

test.for<[string, (tx: Db) => Promise<unknown>]>([
  ['findFacts', (tx) => findFacts(tx, [1, 2, 3].map(address))],
  ['listUnknown', (tx) => listUnknown(tx, [1, 2, 99_999].map(address))],
  ['saveLinkedPreviews', (tx) => saveLinkedPreviews(tx, 700, [{ address: address(1), dueAt: now }], now)],
  ['findPreviewIfDue', (tx) => findPreviewIfDue(tx, 500, now)],
  ['findPause', (tx) => findPause(tx, now)],
  ['listDuePreviews', (tx) => listDuePreviews(tx, now, 100)],
  ['updatePreview', (tx) => updatePreview(tx, preview, update, now)],
  ['sweepPreviews', (tx) => sweepPreviews(tx, now)],
  ['outdatePosts', (tx) => outdatePosts(tx, [1, 2, 3])],
])('%s uses an index to find previews', async ([, query], { tx }) => {
  // Scans from earlier statements on this connection may also be counted.
  const before = await listScans(tx)
  await query(tx)
  const after = await listScans(tx)
  assert.deepEqual(
    after.filter((scan) => !before.includes(scan)),
    [],
  )
})
