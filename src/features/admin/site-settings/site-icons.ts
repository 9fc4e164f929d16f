import { iconFile } from '#kernel/icon-file.ts'
import { maskablePng, processImage, squarePng } from '#kernel/images.ts'
import { bytesIn, dataUrlOf } from './data-url.ts'
import { versionOf } from './file-version.ts'

/** A site's own icons, by path. They replace the built-in files. */
export interface SiteIcons {
  /** Part of the icons' URLs; changes with the picture. */
  version: string
  files: ReadonlyMap<string, { contentType: string; bytes: Buffer }>
}

/** In pixels: the size of the largest icon. */
const side = 512
/** Behind transparent pictures in maskable icons. */
const backgroundColor = '#f8f7f3'

/** Decodes and re-encodes an uploaded icon as a square PNG. @returns a data URL @throws AppError unsupported_type,
 *  too_large, or invalid_input if it is not a picture */
export async function safeIcon(dataUrl: string): Promise<string> {
  const { bytes } = await processImage(bytesIn(dataUrl), { maxSide: side, variantWidths: [] })
  return dataUrlOf('image/png', await squarePng(bytes, side))
}

/** Draws all of a site's icons from its picture. */
export async function drawIcons(dataUrl: string): Promise<SiteIcons> {
  const picture = bytesIn(dataUrl)
  const png = async (path: string, size: number) =>
    [path, { contentType: 'image/png', bytes: await squarePng(picture, size) }] as const
  const small = await squarePng(picture, 32)
  return {
    version: versionOf(picture),
    files: new Map([
      ['/favicon.ico', { contentType: 'image/x-icon', bytes: iconFile(small, 32) }],
      await png('/apple-touch-icon.png', 180),
      await png('/icon-192.png', 192),
      await png('/icon-512.png', side),
      [
        '/icon-maskable-512.png',
        { contentType: 'image/png', bytes: await maskablePng(picture, side, backgroundColor) },
      ],
    ]),
  }
}
