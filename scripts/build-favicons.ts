import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

// Creates the icons that cannot be SVG from public/favicon.svg. Run it after the logo has changed.

const folder = path.resolve(import.meta.dirname, '../public')
const mark = fs.readFileSync(path.join(folder, 'favicon.svg'))

const png = (size: number) =>
  sharp(mark, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })

/** Returns an ICO file with a single PNG inside, which Windows has supported since Vista. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

// No transparent corners, because platforms round them.
const square = (size: number) => png(size).flatten({ background: '#0a6a49' })

fs.writeFileSync(path.join(folder, 'favicon.ico'), ico(await png(32).toBuffer(), 32))
await square(180).toFile(path.join(folder, 'apple-touch-icon.png'))
await square(192).toFile(path.join(folder, 'icon-192.png'))
await square(512).toFile(path.join(folder, 'icon-512.png'))
