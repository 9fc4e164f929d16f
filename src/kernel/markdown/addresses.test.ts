import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { withAddresses } from './addresses.ts'

test('replaces URLs except in code', async () => {
  const markdown = '![a](b.png) [c](<d e>) `[f](g)`\n\n[h]: i.webp\n'
  const seen: unknown[] = []
  const written = await withAddresses(markdown, (address) => {
    seen.push(address)
    return address.text === 'b.png' ? 'z.png' : null
  })
  assert.equal(written, markdown.replace('b.png', 'z.png'))
  assert.deepEqual(seen, [
    { text: 'b.png', kind: 'picture' },
    { text: 'd e', kind: 'link' },
    { text: 'i.webp', kind: 'picture' },
  ])
})

test.each(['[a]('.repeat(100_000), '> - '.repeat(25_000), '[a'.repeat(40_000) + '](u)'.repeat(40_000)])(
  'gives up on text that takes the parser too long: %#',
  async (markdown) => {
    const startedMs = cpuMs()
    assert.equal(await withAddresses(markdown, () => 'other'), null)
    assert.ok(cpuMs() - startedMs < 3000)
  },
)
