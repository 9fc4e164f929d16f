import satori from 'satori'
import sharp from 'sharp'
import { cardElement } from './card-drawing.ts'
import { cardFonts } from './card-fonts.ts'
import { type CardPortrait, sceneOf } from './card-scene.ts'
import { type Card, cardSize } from './cards.contract.ts'

// A process of its own, which painting.ts starts: draws the cards that it is sent, one after the other.

export interface CardOrder {
  card: Card
  site: { name: string; host: string }
  /** Whose card it is. The picture may be any file. */
  portrait: CardPortrait<Uint8Array> | null
}
export type Painted = { png: Uint8Array } | { failure: string }

/** Twice the size at which the larger portrait is drawn. */
const portraitPixels = 296

sharp.cache(false)
process.on('disconnect', () => process.exit())
process.on('message', (order: CardOrder) => void paint(order).then(answer))
const answer = (painted: Painted) => process.send?.(painted)

async function paint({ card, site, portrait }: CardOrder): Promise<Painted> {
  try {
    const { fonts, characters } = await cardFonts()
    const picture = portrait?.picture ? await dataAddress(portrait.picture) : null
    const scene = sceneOf(card, { site, portrait: portrait && { ...portrait, picture }, characters })
    const svg = await satori(cardElement(scene), { ...cardSize, fonts })
    return { png: await sharp(Buffer.from(svg)).png({ palette: true, quality: 92 }).toBuffer() }
  } catch (reason) {
    return { failure: String(reason) }
  }
}

/** The picture as PNG; null for a file that is none. */
async function dataAddress(file: Uint8Array): Promise<string | null> {
  const png = await sharp(file)
    .resize(portraitPixels, portraitPixels)
    .png()
    .toBuffer()
    .catch(() => null)
  return png && `data:image/png;base64,${png.toString('base64')}`
}
