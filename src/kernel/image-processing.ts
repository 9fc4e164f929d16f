import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from './errors.ts'
import type { ImageRules, ProcessedImage } from './images.ts'
import { createSemaphore, SemaphoreFull } from './semaphore.ts'
import { t } from '#messages/messages.ts'

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
type Rules = Required<ImageRules>

/** The maximum number of pixels in all frames together, which determines the cost of decoding. */
const maxPixels = 50_000_000
const maxSeconds = 20
const variantQuality = 80
const defaults: Rules = {
  maxSide: 2560,
  quality: 85,
  variantWidths: [480, 960, 1600],
  areVariantsCropped: false,
  format: 'own',
}
const formats: Record<string, Format> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}
const pass = createSemaphore({ atOnce: 2, maxWaiting: 30 })
sharp.cache(false)

/**
 * Processes an uploaded picture: rotates it upright, converts it to sRGB, removes its metadata, limits its width and
 * height to `maxSide`, keeps its format (but converts an animated GIF to an animated WebP), and creates smaller copies.
 * @throws AppError unsupported_type unless the content is JPEG, PNG, WebP, GIF, or AVIF; too_large for more than
 * 50 megapixels; invalid_input if it cannot be decoded; rate_limited if too many are waiting
 */
export async function processImage(bytes: Uint8Array, rules: ImageRules = {}): Promise<ProcessedImage> {
  const format = await sniff(bytes)
  try {
    return await pass(() => encodeAnew(bytes, format, { ...defaults, ...rules }))
  } catch (reason) {
    throw refusal(reason)
  }
}

async function sniff(bytes: Uint8Array): Promise<Format> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const format = type && formats[type.mime]
  if (!format) throw notAnImage()
  return format
}

async function encodeAnew(bytes: Uint8Array, sniffed: Format, rules: Rules): Promise<ProcessedImage> {
  const metadata = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
  if (metadata.format !== (sniffed === 'avif' ? 'heif' : sniffed)) throw notAnImage()
  const isAnimated = (metadata.pages ?? 1) > 1 && sniffed !== 'avif'
  const format = isAnimated ? 'webp' : rules.format === 'own' ? sniffed : rules.format
  const open = () => decoder(bytes, isAnimated)
  const whole = open().resize(rules.maxSide, rules.maxSide, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await encoders[format](whole, metadata, rules.quality).toBuffer({ resolveWithObject: true })
  const height = info.pageHeight ?? info.height
  const side = rules.areVariantsCropped ? Math.min(info.width, height) : info.width
  const variants = []
  for (const width of rules.variantWidths.filter((one) => one < side)) {
    const resized = rules.areVariantsCropped ? open().resize(width, width, { fit: 'outside' }) : open().resize(width)
    const smaller = encoders.webp(resized, metadata, variantQuality)
    variants.push({ width, bytes: await smaller.toBuffer() })
  }
  return {
    bytes: data,
    contentType: `image/${format}`,
    extension: format === 'jpeg' ? 'jpg' : format,
    width: info.width,
    height,
    variants,
  }
}

/** Decodes truncated photos as far as possible. */
const decoder = (bytes: Uint8Array, isAnimated: boolean) =>
  sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'none',
    ...(isAnimated ? { animated: true } : { autoOrient: true }),
  }).timeout({ seconds: maxSeconds })

/** The encoding effort is so low that no 2 MB upload occupies a core for more than a few seconds. */
const encoders: Record<Format, (image: Sharp, source: Metadata, quality: number) => Sharp> = {
  jpeg: (image, _, quality) => image.jpeg({ quality }),
  png: (image, { isPalette }) => image.png({ palette: isPalette }),
  webp: (image, { pages }, quality) => image.webp({ quality, effort: webpEffort(pages) }),
  gif: (image) => image.gif(),
  avif: (image) => image.avif({ quality: 60, effort: 2 }),
}
const webpEffort = (pages = 1) => (pages > 1 ? 1 : 4)

const notAnImage = () => new AppError('unsupported_type', t('Only image files are allowed'))

function refusal(reason: unknown): unknown {
  if (reason instanceof AppError) return reason
  if (reason instanceof SemaphoreFull) {
    const message = t('The server is busy processing pictures. Try again in a few seconds.')
    return new AppError('rate_limited', message, { retryAfterSeconds: 5 })
  }
  if (reason instanceof Error && /pixel limit|timeout/.test(reason.message)) {
    return new AppError('too_large', t('The picture has too many pixels'), { cause: reason })
  }
  return new AppError('invalid_input', t('The picture is damaged and can’t be read'), { cause: reason })
}

/** Returns the picture as a PNG with the given number of pixels on each side, centered on a transparent background
 *  if it is not square. @param bytes a picture that was processed before */
export const squarePng = (bytes: Uint8Array, side: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: maxPixels })
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()

/** Returns a smaller copy as WebP. @param bytes as for {@link squarePng} */
export const narrowWebp = (bytes: Uint8Array, width: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: maxPixels }).resize(width).webp({ quality: variantQuality }).toBuffer()

/** The part of a maskable icon's side that no platform crops. Source: W3C, Web App Manifest, Icon masks. */
const safeZone = 0.8

/** Returns the picture as a PNG for platforms that crop icons to a shape: scaled into the safe zone, on the color of the
 *  picture's corner or, if the corner is transparent, on `background`. @param bytes as for {@link squarePng} */
export async function maskablePng(bytes: Uint8Array, side: number, background: string): Promise<Buffer> {
  const inner = Math.round(side * safeZone)
  const picture = await squarePng(bytes, inner)
  const corner = sharp(picture).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 })
  const [r = 0, g = 0, b = 0, alpha] = await corner.raw().toBuffer()
  const color = alpha === 255 ? { r, g, b } : background
  const before = Math.floor((side - inner) / 2)
  const after = side - inner - before
  return sharp(picture)
    .flatten({ background: color })
    .extend({ top: before, left: before, bottom: after, right: after, background: color })
    .png()
    .toBuffer()
}

/** Returns the picture's size in pixels. @param bytes a picture that was processed before */
export async function imageSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
  return { width, height }
}
