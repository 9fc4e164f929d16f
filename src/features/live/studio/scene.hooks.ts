import { createCompositor } from './compositor.hooks.ts'
import { type DeviceWatch, watchDevices } from './media-devices.hooks.ts'
import { createSharedMixer } from './shared-mixer.hooks.ts'
import { createSources } from './sources.hooks.ts'
import type { Layout, Scene, SourceName } from './scene.contract.ts'

interface SceneOptions {
  scene: () => Scene
  set: (change: Partial<Scene>) => void
  /** A picture has been painted. */
  onFrame: (canvas: HTMLCanvasElement) => void
}
export type SceneControls = ReturnType<typeof createScene>

/** Camera, microphone and screen, painted into one picture and mixed into one sound. */
export function createScene({ scene, set, onFrame }: SceneOptions) {
  let devices: DeviceWatch | null = null
  const sound = createSharedMixer(() => scene().isMuted)
  const sources = createSources({ sound, isClosed: () => devices === null, onChange: update })
  const compositor = createCompositor({ scene, video: sources.video, onFrame })
  const { request } = sources

  function update(source: SourceName, fault?: string) {
    const { [source]: _before, ...others } = scene().faults
    const device = source === 'screen' ? {} : { [`${source}Id`]: sources.deviceId(source) }
    set({ faults: fault ? { ...others, [source]: fault } : others, ...device })
    devices?.refresh()
  }

  /** Which camera it was is kept. */
  function stopSource(source: 'camera' | 'screen') {
    const { cameraId } = scene()
    sources.remove(source)
    update(source)
    set({ cameraId })
  }

  return {
    open() {
      devices = watchDevices(set)
      compositor.open()
    },
    attach: compositor.attach,
    /** @throws DOMException when the browser opens none */
    sound: sound.ensureOpen,
    /** How loud the microphone is, from 0 to 1. */
    level: () => sound.current()?.level() ?? 0,
    /** Seconds, by the clock of the sound; 0 while there is none. */
    now: () => sound.current()?.now() ?? 0,
    /** Asks for what is missing for it: whoever calls has just pressed something. */
    async chooseLayout(layout: Layout) {
      if (layout !== 'camera' && !sources.has('screen')) await request('screen')
      if (layout !== 'camera' && !sources.has('screen')) return // nothing was chosen: all stays as it is
      set({ layout })
      if (layout === 'camera') stopSource('screen')
      if (layout === 'screen') stopSource('camera')
      else if (!sources.has('camera') && !scene().isCameraOff) await request('camera')
      if (!sources.has('microphone')) await request('microphone')
    },
    requestSource: request,
    setMuted(isMuted: boolean) {
      set({ isMuted })
      sound.current()?.setMuted(isMuted)
    },
    /** Off, its light is off. */
    async setCameraOff(isCameraOff: boolean) {
      set({ isCameraOff })
      if (isCameraOff) stopSource('camera')
      else await request('camera', scene().cameraId)
    },
    close() {
      devices?.stop()
      devices = null
      compositor.close()
      sources.removeAll()
      sound.close()
    },
  }
}
