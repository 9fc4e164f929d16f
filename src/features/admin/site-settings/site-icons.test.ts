import assert from 'node:assert/strict'
import sharp, { type Sharp } from 'sharp'
import { test } from 'vitest'
import { dataUrlOf } from './data-url.ts'
import { drawIcons } from './site-icons.ts'

const square = (background: { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 600, height: 600, channels: 4, background } })

async function maskable(picture: Sharp) {
  const icons = await drawIcons(dataUrlOf('image/png', await picture.png().toBuffer()))
  const { bytes } = icons.files.get('/icon-maskable-512.png')!
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [512, 512])
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { corner: pixel(0, 0), edge: pixel(256, 40), inside: pixel(256, 60), center: pixel(256, 256) }
}

const purple = { r: 87, g: 58, b: 158, alpha: 1 }

test('extends the color of an icon’s corner beyond the safe zone of the maskable icon', async () => {
  const { corner, center } = await maskable(square(purple))
  assert.deepEqual(
    [corner, center],
    [
      [87, 58, 158, 255],
      [87, 58, 158, 255],
    ],
  )
})

test('draws a transparent icon inside the safe zone, on the site’s background', async () => {
  const bar = await sharp({ create: { width: 20, height: 600, channels: 4, background: purple } })
    .png()
    .toBuffer()
  const transparent = square({ r: 0, g: 0, b: 0, alpha: 0 }).composite([{ input: bar, left: 290, top: 0 }])
  const { corner, edge, inside, center } = await maskable(transparent)
  const paper = [248, 247, 243, 255]
  assert.deepEqual([corner, edge], [paper, paper])
  assert.deepEqual(
    [inside, center],
    [
      [87, 58, 158, 255],
      [87, 58, 158, 255],
    ],
  )
})
