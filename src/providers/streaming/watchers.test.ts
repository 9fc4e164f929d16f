import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createWatchers, newWatcher } from './watchers.ts'

test('counts each player once, drops players that stopped polling, and ignores invalid player IDs', () => {
  let nowMs = 0
  const watchers = createWatchers(() => nowMs)
  const [first, second] = [newWatcher(), newWatcher()]
  for (const watcher of [first, second, first, null, '', 'x'.repeat(500)]) watchers.note(watcher)
  assert.equal(watchers.count(), 2)
  nowMs = 15_000
  watchers.note(first)
  nowMs = 25_000
  assert.equal(watchers.count(), 1)
  nowMs = 60_000
  assert.equal(watchers.count(), 0)
})
