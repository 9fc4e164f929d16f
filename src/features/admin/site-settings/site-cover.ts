import { AppError } from '#kernel/errors.ts'
import { imageSize, processImage } from '#kernel/images.ts'
import { bytesIn, dataUrlOf, versionOf } from './data-url.ts'
import { maxCoverLength } from './site-settings.contract.ts'

/** The picture at the top of the portfolio, as WebP. */
export interface SiteCover {
  /** Part of the picture's URL; changes with the picture. */
  version: string
  width: number
  height: number
  bytes: Buffer
}

/** In pixels. */
const maxSide = 1920
const qualities = [82, 65, 45]

/** Decodes and re-encodes an uploaded cover as WebP. @returns a data URL @throws AppError unsupported_type, too_large,
 *  or invalid_input if it is not a picture */
export async function safeCover(dataUrl: string): Promise<string> {
  for (const quality of qualities) {
    const { bytes } = await processImage(bytesIn(dataUrl), { maxSide, quality, variantWidths: [], format: 'webp' })
    const encoded = dataUrlOf('image/webp', bytes)
    if (encoded.length <= maxCoverLength) return encoded
  }
  throw new AppError('too_large', 'The cover is too large. Choose a picture with less detail.')
}

export async function coverIn(dataUrl: string): Promise<SiteCover> {
  const bytes = bytesIn(dataUrl)
  return { version: versionOf(bytes), ...(await imageSize(bytes)), bytes }
}
