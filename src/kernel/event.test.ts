import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { createEmit, type Emit, event, on, type Subscription } from './event.ts'

const noteWritten = event<{ text: string }>('note.written')
const noteRead = event<object>('note.read')

async function withSubscriptions(...subscriptions: Subscription[]) {
  const { ctx, db } = await cast([])
  const emit: Emit = createEmit(subscriptions, () => ctx)
  return { db, emit }
}

test('calls an event’s subscribers in order, with its payload', async () => {
  const received: string[] = []
  const { db, emit } = await withSubscriptions(
    on(noteWritten, async (_, { text }) => received.push(`first: ${text}`)),
    on(noteRead, async () => received.push('read')),
    on(noteWritten, async ({ siteUrl }, { text }) => received.push(`second: ${text} on ${siteUrl}`)),
  )
  await inTransaction(db, (db) => emit(db, noteWritten, { text: 'Milk' }))
  assert.deepEqual(received, ['first: Milk', 'second: Milk on http://devstead.test'])
})

test('runs subscribers in the same transaction as the change', async () => {
  const { db, emit } = await withSubscriptions(
    on(
      noteWritten,
      ({ db }, { text }) => run(db)`insert into muted_words (member_id, word, folded)
      select id, ${text}, ${text} from members limit 1`,
    ),
  )
  const change = (isLost: boolean) =>
    inTransaction(db, async (db) => {
      await emit(db, noteWritten, { text: 'Milk' })
      if (isLost) throw new Error('rolled back')
    })
  const echo = () => one(db)`select word from muted_words`
  await assert.rejects(change(true))
  assert.equal(await echo(), null)
  await change(false)
  assert.deepEqual(await echo(), { word: 'Milk' })
})

test('rolls back the change when a subscriber fails', async () => {
  const { db, emit } = await withSubscriptions(
    on(noteWritten, async () => {
      throw new Error('no room')
    }),
  )
  const change = inTransaction(db, async (db) => {
    await run(db)`update members set display_name = 'Changed'`
    await emit(db, noteWritten, { text: 'Milk' })
  })
  await assert.rejects(change, /no room/)
  assert.equal(await one(db)`select from members where display_name = 'Changed'`, null)
})
