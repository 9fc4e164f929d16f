import type { Corner } from './scene.contract.ts'

export interface Layers {
  camera: HTMLVideoElement | null
  screen: HTMLVideoElement | null
  corner: Corner
}

/** Fractions of the frame's width or, for the message, of the frame's height. */
const insetWidth = 0.24
const insetMargin = 0.02
const messageHeight = 0.05

/** Draws what viewers see: the screen, the camera, or the screen with the camera in a corner. Draws `message` if
 *  neither is available. */
export function drawFrame(canvas: HTMLCanvasElement, { camera, screen, corner }: Layers, message: string): void {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return
  const { width, height } = canvas
  const style = getComputedStyle(canvas)
  context.fillStyle = style.getPropertyValue('--paper')
  context.fillRect(0, 0, width, height)
  const whole = { x: 0, y: 0, width, height }
  if (screen) fit(context, screen, whole, 'whole')
  else if (camera) fit(context, camera, whole, 'cropped')
  else say(context, message, style)
  if (screen && camera) fit(context, camera, insetAt(corner, canvas), 'cropped')
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

function fit(context: CanvasRenderingContext2D, video: HTMLVideoElement, box: Box, how: 'whole' | 'cropped') {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return // no frame yet
  const scales = [box.width / videoWidth, box.height / videoHeight]
  const scale = how === 'whole' ? Math.min(...scales) : Math.max(...scales)
  const width = box.width / scale
  const height = box.height / scale
  if (how === 'cropped') {
    const left = (videoWidth - width) / 2
    const top = (videoHeight - height) / 2
    context.drawImage(video, left, top, width, height, box.x, box.y, box.width, box.height)
    return
  }
  const shownWidth = videoWidth * scale
  const shownHeight = videoHeight * scale
  const x = box.x + (box.width - shownWidth) / 2
  const y = box.y + (box.height - shownHeight) / 2
  context.drawImage(video, x, y, shownWidth, shownHeight)
}

function say(context: CanvasRenderingContext2D, message: string, style: CSSStyleDeclaration) {
  const { width, height } = context.canvas
  context.fillStyle = style.getPropertyValue('--ink-2')
  context.font = `600 ${height * messageHeight}px ${style.fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(message, width / 2, height / 2)
}
