import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import type { AppError } from './errors.ts'
import { processImage } from './images.ts'

const fixture = (name: string) => readFile(new URL(`../../tests/fixtures/images/${name}`, import.meta.url))
const picture = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
const codeOf = (bytes: Uint8Array) =>
  processImage(bytes).then(
    () => 'accepted',
    (reason: AppError) => reason.code,
  )
async function frames(width: number, height: number, count: number) {
  const frame = (i: number) =>
    sharp({ create: { width, height, channels: 3, background: `hsl(${i * 40}, 80%, 50%)` } })
      .png()
      .toBuffer()
  return sharp(await Promise.all(Array.from({ length: count }, (_, i) => frame(i))), { join: { animated: true } })
}

test('keeps a picture’s format, and adds narrower WebP copies', async () => {
  const image = await processImage(await picture(1200, 800).jpeg().toBuffer())
  assert.deepEqual([image.contentType, image.extension, image.width, image.height], ['image/jpeg', 'jpg', 1200, 800])
  assert.deepEqual(
    image.variants.map(({ width }) => width),
    [480, 960],
  )
  const smallest = await sharp(image.variants[0]!.bytes).metadata()
  assert.deepEqual([smallest.format, smallest.width, smallest.height], ['webp', 480, 320])
  assert.ok(image.variants[0]!.bytes.length < image.bytes.length)
})

test.each([
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
] as const)('keeps %s as %s', async (format, contentType) => {
  const image = await processImage(await picture(60, 40).toFormat(format).toBuffer())
  assert.deepEqual([image.contentType, image.extension, image.width, image.height], [contentType, format, 60, 40])
  const { format: decoded } = await sharp(image.bytes).metadata()
  assert.equal(decoded, format === 'avif' ? 'heif' : format)
})

test('scales pictures down to 2560 pixels, and never scales them up', async () => {
  const large = await processImage(await picture(3000, 1500).jpeg().toBuffer())
  assert.deepEqual([large.width, large.height], [2560, 1280])
  const small = await processImage(await picture(20, 10).png().toBuffer())
  assert.deepEqual([small.width, small.height, small.variants.length], [20, 10, 0])
})

test('scales a profile picture to fit within 512 by 512', async () => {
  const image = await processImage(await picture(900, 1800).jpeg().toBuffer(), { maxSide: 512, variantWidths: [128] })
  assert.deepEqual([image.width, image.height, image.variants[0]!.width], [256, 512, 128])
})

test('scales variants of pictures that are cropped to a square so that they cover it', async () => {
  const rules = { maxSide: 512, variantWidths: [128], areVariantsCropped: true }
  const sizeOf = async (width: number, height: number) => {
    const { variants } = await processImage(await picture(width, height).jpeg().toBuffer(), rules)
    return Promise.all(
      variants.map(async (variant) => {
        const { width, height } = await sharp(variant.bytes).metadata()
        return [variant.width, width, height]
      }),
    )
  }
  assert.deepEqual(await sizeOf(1024, 512), [[128, 256, 128]])
  assert.deepEqual(await sizeOf(512, 1024), [[128, 128, 256]])
  assert.deepEqual(await sizeOf(512, 128), [])
})

test('rotates photos upright and strips their metadata', async () => {
  const photo = await picture(40, 20)
    .withExif({ IFD0: { Artist: 'Alice' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const before = await sharp(photo).metadata()
  assert.ok(before.exif && before.xmp && before.icc && before.orientation === 6)

  const image = await processImage(photo)
  assert.deepEqual([image.width, image.height], [20, 40])
  const { exif, xmp, icc, iptc, orientation } = await sharp(image.bytes).metadata()
  assert.deepEqual([exif, xmp, icc, iptc, orientation], Array(5).fill(undefined))
  assert.ok(!image.bytes.includes('Alice'))
})

test('preserves animations, including in copies', async () => {
  const moving = await frames(600, 300, 3)
  const gif = await moving.gif({ delay: [100, 200, 300], loop: 0 }).toBuffer()
  const image = await processImage(gif)
  assert.deepEqual([image.contentType, image.width, image.height], ['image/webp', 600, 300])
  const { pages, delay, loop } = await sharp(image.bytes).metadata()
  assert.deepEqual([pages, delay, loop], [3, [100, 200, 300], 0])
  assert.equal((await sharp(image.variants[0]!.bytes).metadata()).pages, 3)
})

test('rejects files whose content is not a picture', async () => {
  for (const name of ['script.svg', 'laughs.svg', 'html-as.jpg']) {
    assert.equal(await codeOf(await fixture(name)), 'unsupported_type', name)
  }
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)])
  for (const bytes of [
    Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
    zip,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]) {
    assert.equal(await codeOf(bytes), 'unsupported_type')
  }
  assert.equal(await codeOf(Buffer.alloc(0)), 'unsupported_type')
  const tiff = await picture(10, 10).tiff().toBuffer()
  assert.equal(await codeOf(tiff), 'unsupported_type')
})

test('rejects a script that starts like a GIF, and a PNG that is only a header', async () => {
  assert.equal(await codeOf(await fixture('gifar.gif')), 'invalid_input')
  const png = await picture(50, 50).png().toBuffer()
  assert.equal(await codeOf(png.subarray(0, 33)), 'invalid_input')
})

test('strips markup hidden inside or after a picture', async () => {
  const hidden = await fixture('html-in-png-comment.png')
  assert.ok(hidden.includes('<'))
  assert.ok(!/script|html/i.test((await processImage(hidden)).bytes.toString('latin1')))
  const polyglot = Buffer.concat([
    await picture(50, 50).jpeg().toBuffer(),
    Buffer.from('<html><script>alert(1)</script></html>PK\u0003\u0004'),
  ])
  assert.ok(!(await processImage(polyglot)).bytes.includes('<script'))
})

test('rejects a decompression bomb within milliseconds', async () => {
  const many = await (await frames(1000, 1000, 60)).gif({ effort: 1 }).toBuffer()
  const bombs = [await fixture('bomb-png-10000x10000.png'), await fixture('bomb-png-30000x30000.png'), many]
  for (const bomb of bombs) {
    const startedMs = cpuMs()
    assert.equal(await codeOf(bomb), 'too_large')
    assert.ok(cpuMs() - startedMs < 500)
  }
})

test('accepts a truncated photo', async () => {
  const jpeg = await picture(400, 300).jpeg().toBuffer()
  const image = await processImage(jpeg.subarray(0, jpeg.length / 2))
  assert.deepEqual([image.width, image.height], [400, 300])
})

test('rejects pictures with a “server is busy” error when too many arrive at once', async () => {
  const jpeg = await picture(300, 300).jpeg().toBuffer()
  const codes = await Promise.all(Array.from({ length: 40 }, () => codeOf(jpeg)))
  assert.equal(codes.filter((code) => code === 'accepted').length, 32)
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 8)
})
