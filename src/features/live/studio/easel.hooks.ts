import { framesPerSecond } from './bitrate.contract.ts'
import { paint } from './picture.hooks.ts'
import type { Stage, Thing } from './studio-stage.contract.ts'

interface EaselOptions {
  stage: () => Stage
  film: (thing: Thing) => HTMLVideoElement | null
  /** A picture has been painted. */
  onPicture: (canvas: HTMLCanvasElement) => void
}

/** Paints what is on the stage, thirty times a second, whether the page is in sight or not. */
export function createEasel({ stage, film, onPicture }: EaselOptions) {
  let canvas: HTMLCanvasElement | null = null
  let clock: Worker | null = null

  function tick() {
    clock?.postMessage(null, [])
    if (!canvas) return
    const { show, corner, isCameraOff } = stage()
    const camera = show === 'screen' || isCameraOff ? null : film('camera')
    const screen = show === 'camera' ? null : film('screen')
    paint(canvas, { camera, screen, corner }, show === null ? '' : isCameraOff ? 'The camera is off' : 'No picture')
    onPicture(canvas)
  }

  return {
    /** Where it is painted; nowhere with null. */
    attach: (element: HTMLCanvasElement | null) => void (canvas = element),
    open() {
      clock = new Worker(new URL('./frame-clock.worker.ts', import.meta.url), { type: 'module' })
      clock.addEventListener('message', tick)
      clock.postMessage(1000 / framesPerSecond, [])
    },
    close: () => clock?.terminate(),
  }
}
