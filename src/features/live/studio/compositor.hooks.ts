import { t } from '#messages/messages.ts'
import { startWorker } from '#web/own-worker.ts'
import { framesPerSecond } from './bitrate.contract.ts'
import { drawFrame } from './draw-frame.hooks.ts'
import frameClockUrl from './frame-clock.worker.ts?worker&url'
import type { Scene, SourceName } from './scene.contract.ts'

interface CompositorOptions {
  scene: () => Scene
  video: (source: SourceName) => HTMLVideoElement | null
  /** Called after each frame. */
  onFrame: (canvas: HTMLCanvasElement) => void
}

/** Draws the scene thirty times a second, even if the page is hidden. */
export function createCompositor({ scene, video, onFrame }: CompositorOptions) {
  let canvas: HTMLCanvasElement | null = null
  let clock: Worker | null = null

  function tick() {
    clock?.postMessage(null, [])
    if (!canvas) return
    const { layout, corner, isCameraOff } = scene()
    const camera = layout === 'screen' || isCameraOff ? null : video('camera')
    const screen = layout === 'camera' ? null : video('screen')
    drawFrame(
      canvas,
      { camera, screen, corner },
      layout === null ? '' : isCameraOff ? t('The camera is off') : t('No picture'),
    )
    onFrame(canvas)
  }

  return {
    /** Sets the canvas to draw to, or null for none. */
    attach: (element: HTMLCanvasElement | null) => void (canvas = element),
    open() {
      clock = startWorker(frameClockUrl)
      clock.addEventListener('message', tick)
      clock.postMessage(1000 / framesPerSecond, [])
    },
    close: () => clock?.terminate(),
  }
}
