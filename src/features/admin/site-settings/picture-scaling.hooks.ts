import { t } from '#messages/messages.ts'
import { maxCoverLength, maxCoverSide } from './site-settings.contract.ts'

type Encoding = [type: string, quality?: number]

/** Returns the canvas as a data URL in the first encoding that is short enough. */
export const fittingUrl = (
  canvas: HTMLCanvasElement,
  encodings: readonly Encoding[],
  maxLength: number,
): string | undefined =>
  encodings.map(([type, quality]) => canvas.toDataURL(type, quality)).find((url) => url.length <= maxLength)

/** Scales the chosen picture down. @returns a data URL, or undefined if the picture has too much detail @throws if the
 *  file is not a picture */
export async function scaledCover(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxCoverSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const encodings = [0.9, 0.75, 0.5].flatMap((quality): Encoding[] => [
    ['image/webp', quality],
    ['image/jpeg', quality],
  ])
  return fittingUrl(canvas, encodings, maxCoverLength)
}

export const unreadablePicture = (): string =>
  t('This file can’t be read as a picture. Choose a PNG, JPEG, WebP, GIF, or AVIF file.')
