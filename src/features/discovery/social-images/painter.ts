import satori from 'satori'
import sharp from 'sharp'
import { sceneElement } from './drawing.ts'
import { loadFonts } from './fonts.ts'
import { type ImageSite, type Portrait, sceneOf } from './scene.ts'
import { type SocialImage, socialImageSize } from './social-images.contract.ts'

// A separate process, started by painting.ts. Draws the images that it receives, one at a time.

export interface PaintOrder {
  image: SocialImage
  site: ImageSite
  /** The author's portrait. The picture may be any file. */
  portrait: Portrait<Uint8Array> | null
}
export type Painted = { png: Uint8Array } | { failure: string }

/** Twice the size at which the larger portrait is drawn. */
const portraitPixels = 296

sharp.cache(false)
process.on('disconnect', () => process.exit())
process.on('message', (order: PaintOrder) => void paint(order).then(answer))
const answer = (painted: Painted) => process.send?.(painted)

async function paint({ image, site, portrait }: PaintOrder): Promise<Painted> {
  try {
    const { fonts, characters } = await loadFonts()
    const picture = portrait?.picture ? await dataUrl(portrait.picture) : null
    const scene = sceneOf(image, { site, portrait: portrait && { ...portrait, picture }, characters })
    const svg = await satori(sceneElement(scene), { ...socialImageSize, fonts })
    return { png: await sharp(Buffer.from(svg)).png({ palette: true, quality: 92 }).toBuffer() }
  } catch (reason) {
    return { failure: String(reason) }
  }
}

/** Returns the picture as a PNG data URL; null for a file that is not an image. */
async function dataUrl(file: Uint8Array): Promise<string | null> {
  const png = await sharp(file)
    .resize(portraitPixels, portraitPixels)
    .png()
    .toBuffer()
    .catch(() => null)
  return png && `data:image/png;base64,${png.toString('base64')}`
}
