import { useEffect, useState } from 'react'
import { fitInitials } from './initials-layout.contract.ts'
import { fittingUrl } from './picture-scaling.hooks.ts'
import { maxIconLength } from './site-settings.contract.ts'

/** In pixels. */
const side = 512
const fontOf = (size: number) => `800 ${size}px "Schibsted Grotesk"`
/** Large enough to measure text exactly. */
const measuredSize = 1000

/** Draws initials in white on a color, as the server does if the site's typeface has them. @returns a data URL */
export async function initialsIcon(letters: string, color: string): Promise<string> {
  await document.fonts.load(fontOf(measuredSize), 'AZ').catch(() => []) // otherwise the browser's own typeface is used
  const { canvas, pen } = blank()
  pen.fillStyle = color
  pen.fillRect(0, 0, side, side)
  pen.fillStyle = '#fff'
  pen.font = fontOf(measuredSize)
  pen.textAlign = 'center'
  const measured = pen.measureText(letters)
  const [above, below] = [measured.actualBoundingBoxAscent, measured.actualBoundingBoxDescent]
  const scale = fitInitials(measured.width, above + below) * side
  pen.font = fontOf(measuredSize * scale)
  pen.fillText(letters, side / 2, side / 2 + ((above - below) / 2) * scale)
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

/** Draws initials. Returns an empty string until they have been drawn, or if there are none. */
export function useInitialsIcon(letters: string, color: string): string {
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    let isCurrent = true
    async function draw() {
      const image = letters === '' ? '' : await initialsIcon(letters, color)
      if (isCurrent) setDrawn(image)
    }
    void draw()
    return () => {
      isCurrent = false
    }
  }, [letters, color])
  return drawn
}
