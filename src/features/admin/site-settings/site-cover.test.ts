import assert from 'node:assert/strict'
import sharp from 'sharp'
import { test } from 'vitest'
import { dataUrlOf } from './data-url.ts'
import { coverIn } from './site-cover.ts'

const picture = async (width: number) => {
  const webp = sharp({ create: { width, height: 300, channels: 3, background: '#0a6a49' } }).webp()
  return dataUrlOf('image/webp', await webp.toBuffer())
}

test('makes copies that are narrower than the cover, and keeps the cover unchanged', async () => {
  for (const [width, widths] of [
    [1920, [1920, 640, 1280]],
    [900, [900, 640]],
    [500, [500]],
  ] as const) {
    const url = await picture(width)
    const cover = (await coverIn(url))!
    assert.deepEqual([cover.width, cover.height], [width, 300])
    const sizes = await Promise.all([...cover.files.values()].map(async (file) => (await sharp(file).metadata()).width))
    assert.deepEqual(sizes, widths)
    assert.ok(url.endsWith(cover.files.get('/cover.webp')!.toString('base64')))
  }
})
