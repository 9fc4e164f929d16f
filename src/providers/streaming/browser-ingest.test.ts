import assert from 'node:assert/strict'
import { test } from 'vitest'
import { partOf } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { createBrowserIngest } from './browser-ingest.ts'

test('does not retain a whole part in memory for one pending frame', async () => {
  const taken: Buffer[] = []
  const take = (body: Buffer) => void taken.push(body)
  const publication = { video: take, audio: take, end: () => {} }
  const browsers = createBrowserIngest({ admit: async () => ({ ok: true, publication }), silenceMs: 60_000 })
  const opened = await browsers.handle({ act: 'open', owner: 'alice', key: '' }, Buffer.alloc(0))
  assert.ok(opened.ok)
  const tags = [10, 500_000].map((length) => ({ kind: 'video' as const, timestamp: 0, body: new Uint8Array(length) }))
  await browsers.handle({ act: 'take', owner: 'alice', session: opened.session, from: 0 }, Buffer.from(partOf(tags)))
  assert.deepEqual(
    taken.map(({ length, buffer }) => [length, buffer.byteLength]),
    [
      [10, 10],
      [500_000, 500_000],
    ],
  )
  browsers.close()
})
