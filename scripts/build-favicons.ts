import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { iconFile } from '#kernel/icon-file.ts'

// Converts public/favicon.svg to the icons that cannot be SVG. Run it after the logo has changed.

const folder = path.resolve(import.meta.dirname, '../public')
const mark = fs.readFileSync(path.join(folder, 'favicon.svg'))

const png = (size: number) =>
  sharp(mark, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })

// Fills the transparent corners, because platforms round the icon's corners themselves.
const square = (size: number) => png(size).flatten({ background: '#0a6a49' })

fs.writeFileSync(path.join(folder, 'favicon.ico'), iconFile(await png(32).toBuffer(), 32))
await square(180).toFile(path.join(folder, 'apple-touch-icon.png'))
await square(192).toFile(path.join(folder, 'icon-192.png'))
await square(512).toFile(path.join(folder, 'icon-512.png'))
// The logo lies inside the safe zone of maskable icons: a circle with a radius of 40%.
await square(512).toFile(path.join(folder, 'icon-maskable-512.png'))
