import type { Corner } from './studio-stage.contract.ts'

export interface Scene {
  camera: HTMLVideoElement | null
  screen: HTMLVideoElement | null
  corner: Corner
}

/** Of the picture's width. */
const insetWidth = 0.24
const insetMargin = 0.02
const messageSize = 0.05

/** Paints what viewers see: screen or camera over the whole picture, and the camera in a corner of the screen.
 *  `message` stands there while neither is to be seen. */
export function paint(canvas: HTMLCanvasElement, { camera, screen, corner }: Scene, message: string): void {
  const brush = canvas.getContext('2d', { alpha: false })
  if (!brush) return
  const { width, height } = canvas
  const style = getComputedStyle(canvas)
  brush.fillStyle = style.getPropertyValue('--paper')
  brush.fillRect(0, 0, width, height)
  const whole = { x: 0, y: 0, width, height }
  if (screen) fit(brush, screen, whole, 'whole')
  else if (camera) fit(brush, camera, whole, 'cropped')
  else say(brush, message, style)
  if (screen && camera) fit(brush, camera, insetAt(corner, canvas), 'cropped')
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function insetAt(corner: Corner, canvas: HTMLCanvasElement): Box {
  const width = canvas.width * insetWidth
  const height = canvas.height * insetWidth
  const margin = canvas.width * insetMargin
  return {
    x: corner.endsWith('left') ? margin : canvas.width - width - margin,
    y: corner.startsWith('top') ? margin : canvas.height - height - margin,
    width,
    height,
  }
}

function fit(brush: CanvasRenderingContext2D, film: HTMLVideoElement, box: Box, how: 'whole' | 'cropped') {
  const { videoWidth, videoHeight } = film
  if (videoWidth === 0 || videoHeight === 0) return // it has shown nothing yet
  const scales = [box.width / videoWidth, box.height / videoHeight]
  const scale = how === 'whole' ? Math.min(...scales) : Math.max(...scales)
  const width = box.width / scale
  const height = box.height / scale
  if (how === 'cropped') {
    const left = (videoWidth - width) / 2
    const top = (videoHeight - height) / 2
    brush.drawImage(film, left, top, width, height, box.x, box.y, box.width, box.height)
    return
  }
  const shownWidth = videoWidth * scale
  const shownHeight = videoHeight * scale
  const x = box.x + (box.width - shownWidth) / 2
  const y = box.y + (box.height - shownHeight) / 2
  brush.drawImage(film, x, y, shownWidth, shownHeight)
}

function say(brush: CanvasRenderingContext2D, message: string, style: CSSStyleDeclaration) {
  const { width, height } = brush.canvas
  brush.fillStyle = style.getPropertyValue('--ink-2')
  brush.font = `600 ${height * messageSize}px ${style.fontFamily}`
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.fillText(message, width / 2, height / 2)
}
