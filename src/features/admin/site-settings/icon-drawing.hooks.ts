import { useEffect, useState } from 'react'
import { fittingUrl } from './picture-scaling.hooks.ts'
import { maxIconLength } from './site-settings.contract.ts'

/** In pixels. */
const side = 512
const font = '800 240px "Schibsted Grotesk"'

/** Draws initials in white on a color. @returns a data URL */
export async function initialsIcon(letters: string, color: string): Promise<string> {
  await document.fonts.load(font, 'AZ').catch(() => []) // otherwise the browser's own typeface is used
  const { canvas, pen } = blank()
  pen.fillStyle = color
  pen.fillRect(0, 0, side, side)
  pen.fillStyle = '#fff'
  pen.font = font
  pen.letterSpacing = '-8px'
  pen.textAlign = 'center'
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = pen.measureText(letters)
  pen.fillText(letters, side / 2 - 4, side / 2 + (above - below) / 2, side * 0.8)
  return canvas.toDataURL('image/png')
}

/** Scales the chosen picture down to a square. @returns a data URL @throws if the file is not a picture */
export async function pictureIcon(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const { canvas, pen } = blank()
  const scale = Math.min(side / picture.width, side / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  pen.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height)
  picture.close()
  return fittingUrl(canvas, [['image/png'], ['image/webp', 0.9], ['image/jpeg', 0.9]], maxIconLength)!
}

function blank() {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  return { canvas, pen }
}

/** Draws initials. Returns an empty string until they have been drawn. */
export function useInitialsIcon(letters: string, color: string): string {
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    let isCurrent = true
    async function draw() {
      const image = await initialsIcon(letters, color)
      if (isCurrent) setDrawn(image)
    }
    void draw()
    return () => {
      isCurrent = false
    }
  }, [letters, color])
  return drawn
}
