import assert from 'node:assert/strict'
import { wcagContrast } from 'culori/fn'
import sharp, { type Sharp } from 'sharp'
import { test } from 'vitest'
import { dataUrlOf } from './data-url.ts'
import { iconsFor, type SiteIcons } from './site-icons.ts'

const square = (background: { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 600, height: 600, channels: 4, background } })

async function maskable(picture: Sharp) {
  const image = dataUrlOf('image/png', await picture.png().toBuffer())
  const icons = (await iconsFor({ name: '', accent: '', icon: { kind: 'picture', image } }))!
  const bytes = await icons.files.get('/icon-maskable-512.png')!.bytes()
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

const initials = (name: string, accent = '') => iconsFor({ name, accent, icon: { kind: 'initials', image: '' } })

const textOf = async (files: SiteIcons['files']) => (await files.get('/icon.svg')!.bytes()).toString()

/** Returns the icon's distinct colors at a size, most frequent first. */
async function colorsIn(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = new Map<string, number>()
  for (let at = 0; at < info.width * info.height * 4; at += 4) {
    const color = data.subarray(at, at + 4).toString('hex')
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color)
}

test('generates all icons from the initials of the name, in white on the accent color', async () => {
  const { files, hasSvg } = (await initials('Ada’s Öfen'))!
  assert.equal(hasSvg, true)
  const svg = await textOf(files)
  assert.match(svg, /^<svg .*rx="144" fill="#0a6a49".*<g fill="#fff"><path .*<path .*<\/svg>$/)
  for (const [path, side] of [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
  ] as const) {
    const bytes = await files.get(path)!.bytes()
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height], [side, side], path)
    assert.deepEqual((await colorsIn(bytes)).slice(0, 2), ['0a6a49ff', 'ffffffff'], path)
  }
  assert.equal(files.get('/favicon.ico')!.contentType, 'image/x-icon')
})

test('draws each icon once', async () => {
  const file = (await initials('Ada'))!.files.get('/icon-192.png')!
  assert.equal(await file.bytes(), await file.bytes())
})

test('keeps initials inside the safe zone of maskable icons', async () => {
  for (const name of ['William Morris', 'Æsop', 'Island', 'Ö Ä', '9 Quails']) {
    const bytes = await (await initials(name))!.files.get('/icon-maskable-512.png')!.bytes()
    assert.ok((await farthestLetterPixel(bytes)) <= 0.4 * 512, name)
  }
})

/** Returns the largest distance from the center, in pixels, of anything that is not in the default accent color. */
async function farthestLetterPixel(bytes: Buffer): Promise<number> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, at) => at).filter((at) => data[at * 4] !== 0x0a)
  return pixels.reduce(
    (most, at) => Math.max(most, Math.hypot((at % info.width) - 255.5, Math.floor(at / info.width) - 255.5)),
    0,
  )
}

test('darkens accent colors on which white initials would be hard to read', async () => {
  for (const accent of ['#ffff00', '#00ff99', '#ffffff', '#ff69b4']) {
    const svg = await textOf((await initials('Ada', accent))!.files)
    const [, ground] = /<rect [^>]*fill="(#[\da-f]{6})"/.exec(svg)!
    assert.ok(wcagContrast('#fff', ground!) >= 4.5, `${accent}: ${ground}`)
  }
})

test('changes the version with the name and the accent color', async () => {
  const versions = await Promise.all(
    [initials('Ada'), initials('Bob'), initials('Ada', '#573a9e')].map(async (icons) => (await icons)!.version),
  )
  assert.equal(new Set(versions).size, 3)
})

test('generates no icons without a name, or from letters that the typeface lacks', async () => {
  for (const name of ['', '織機', 'Жанна', '🧶']) assert.equal(await initials(name), null, name)
  const png = dataUrlOf('image/png', await square(purple).png().toBuffer())
  const drawn = await iconsFor({ name: '織機', accent: '', icon: { kind: 'initials', image: png } })
  assert.equal(drawn!.hasSvg, false)
})
