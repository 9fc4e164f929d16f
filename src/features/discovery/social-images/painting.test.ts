import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { onTestFinished, test } from 'vitest'
import { isAlive } from '#kernel/is-alive.ts'
import { SemaphoreFull } from '#kernel/semaphore.ts'
import type { PaintOrder } from './painter.ts'
import { createPainting, PainterLost } from './painting.ts'

const order = (name = 'Devstead'): PaintOrder => ({
  image: { kind: 'site' },
  site: { name, host: 'devstead.test', tagline: '', timeZone: 'UTC' },
  portrait: null,
})
type Options = Parameters<typeof createPainting>[0]

function painting(options: Options = {}) {
  const made = createPainting(options)
  onTestFinished(() => made.close())
  return made
}

/** Writes a painter for a test. */
async function program(code: string): Promise<string> {
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'painter-')), 'painter.mjs')
  onTestFinished(() => fs.rm(path.dirname(file), { recursive: true }))
  await fs.writeFile(file, code)
  return file
}

test('renders a 1200 × 630 PNG that is identical for identical input', async () => {
  const { paint } = painting()
  const [one, same, other] = await Promise.all([paint(order()), paint(order()), paint(order('Another site'))])
  const { format, width, height } = await sharp(one).metadata()
  assert.deepEqual([format, width, height], ['png', 1200, 630])
  assert.ok(one.equals(same) && !one.equals(other))
})

test('draws hostile text and long text, and initials in place of an invalid portrait', async () => {
  const { paint } = painting()
  const hostile = [
    '<script>&amp;"',
    'x'.repeat(200),
    'W '.repeat(100),
    '\u202e\u0000 a',
    'a\u0301\u0302\u0303'.repeat(30),
  ]
  for (const title of hostile) {
    const author = { username: 'eve', displayName: title.slice(0, 100), profileImage: null }
    const category = { displayName: title, color: '</style>' }
    const post = { title, excerpt: title, isLongForm: true, readingMinutes: 9999, createdAt: '2026-01-01T00:00:00Z' }
    const png = await paint({
      ...order(title.slice(0, 60)),
      image: { kind: 'post', ...post, category, author },
      portrait: { picture: Buffer.from('<svg onload="1"/>'), initials: '<>', color: 'teal' },
    })
    assert.equal((await sharp(png).metadata()).width, 1200)
  }
})

test('reports a painter that fails, exits, or hangs, and starts a new one for the next image', async () => {
  const painter = await program(`process.on('message', ({ site }) => {
    if (site.name === 'ends') process.exit(1)
    if (site.name !== 'hangs') process.send(site.name === 'fails' ? { failure: 'no' } : { png: Buffer.from(String(process.pid)) })
  })`)
  const { paint } = painting({ program: painter, limitMs: 5000 })
  const first = await paint(order('works'))
  await assert.rejects(paint(order('fails')), /^Error: no$/)
  for (const name of ['ends', 'hangs']) await assert.rejects(paint(order(name)), PainterLost, name)
  assert.notDeepEqual(await paint(order('works')), first)
})

test('shuts down an idle painter to free its memory, and rejects requests when too many are queued', async () => {
  const painter = await program(`process.on('message', () => process.send({ png: Buffer.from(String(process.pid)) }))`)
  const { paint } = painting({ program: painter, idleMs: 50, maxWaiting: 1 })
  const answers = await Promise.allSettled([paint(order()), paint(order()), paint(order())])
  assert.deepEqual(
    answers.map((one) => one.status === 'rejected' && one.reason instanceof SemaphoreFull),
    [false, false, true],
  )
  const [first, second] = answers.map((one) => (one.status === 'fulfilled' ? Number(String(one.value)) : 0))
  assert.equal(first, second)
  for (let left = 100; left > 0 && isAlive(first!); left--) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.ok(!isAlive(first!))
})
