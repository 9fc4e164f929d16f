import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { type ChatEntries, deleteChatMessage, listChatEntries, postChatMessage } from './chat.contract.ts'
import type * as z from 'zod/mini'

type Entries = z.infer<typeof ChatEntries>

test('updates the cached ?after response before responding to a change', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const made = await site.ask(createLivestream.path, { method: 'POST', token, body: { title: 'Live' } })
  const { id } = JSON.parse(made.text) as { id: number }
  const after = async (last: number) =>
    JSON.parse((await site.ask(`${listChatEntries.href({ id })}?after=${last}`)).text) as Entries
  let last = 0
  for (let turn = 0; turn < 10; turn++) {
    await after(last)
    const body = { message: `Turn ${turn}`, username: 'Vera' }
    const said = JSON.parse((await site.ask(postChatMessage.href({ id }), { method: 'POST', body })).text) as {
      id: number
    }
    assert.deepEqual(
      (await after(last)).map((entry) => entry.id),
      [said.id],
    )
    last = said.id
  }
  assert.deepEqual(await after(last), [])
  const gone = await site.ask(deleteChatMessage.href({ id, messageId: last }), { method: 'DELETE', token })
  assert.equal(gone.status, 204)
  assert.deepEqual(
    (await after(last)).map((entry) => 'deletedIds' in entry && entry.deletedIds),
    [[last]],
  )
})
