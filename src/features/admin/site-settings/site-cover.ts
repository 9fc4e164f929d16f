import { AppError } from '#kernel/errors.ts'
import { imageSize, narrowWebp, processImage } from '#kernel/images.ts'
import { bytesIn, dataUrlOf } from './data-url.ts'
import { versionOf } from './file-version.ts'
import { coverPath, coverWidths } from './site-settings-addresses.contract.ts'
import { maxCoverLength, maxCoverSide, tooDetailed } from './site-settings.contract.ts'

/** The picture at the top of the home page, as WebP. */
export interface SiteCover {
  /** Part of the picture's URL; changes with the picture. */
  version: string
  width: number
  height: number
  /** The picture and its smaller copies, by path. */
  files: ReadonlyMap<string, Buffer>
}

const qualities = [82, 65, 45]

/** Decodes and re-encodes an uploaded cover as WebP. @returns a data URL @throws AppError unsupported_type, too_large,
 *  or invalid_input if it is not a picture */
export async function safeCover(dataUrl: string): Promise<string> {
  for (const quality of qualities) {
    const { bytes } = await processImage(bytesIn(dataUrl), {
      maxSide: maxCoverSide,
      quality,
      variantWidths: [],
      format: 'webp',
    })
    const encoded = dataUrlOf('image/webp', bytes)
    if (encoded.length <= maxCoverLength) return encoded
  }
  throw new AppError('too_large', tooDetailed())
}

/** Returns null for an empty text. */
export async function coverIn(dataUrl: string): Promise<SiteCover | null> {
  if (dataUrl === '') return null
  const bytes = bytesIn(dataUrl)
  const size = await imageSize(bytes)
  const widths = coverWidths.filter((width) => width < size.width)
  const copies = await Promise.all(
    widths.map(async (width) => [coverPath(width), await narrowWebp(bytes, width)] as const),
  )
  return { version: versionOf(bytes), ...size, files: new Map([[coverPath(), bytes], ...copies]) }
}
