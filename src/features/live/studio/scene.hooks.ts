import { createCompositor } from './compositor.hooks.ts'
import { type DeviceWatch, watchDevices } from './media-devices.hooks.ts'
import { createSharedMixer } from './shared-mixer.hooks.ts'
import { createSources } from './sources.hooks.ts'
import type { Layout, Scene, SourceName } from './scene.contract.ts'

interface SceneOptions {
  scene: () => Scene
  set: (change: Partial<Scene>) => void
  /** Called after each frame. */
  onFrame: (canvas: HTMLCanvasElement) => void
}
export type SceneControls = ReturnType<typeof createScene>

/** Composites the camera and the screen into one video, and mixes the audio. */
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

  /** Remembers the selected camera. */
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
    /** Returns the running mixer. @throws DOMException if the browser does not allow audio */
    sound: sound.ensureOpen,
    /** Microphone level from 0 to 1. */
    level: () => sound.current()?.level() ?? 0,
    /** Seconds on the audio clock, or 0 without audio. */
    now: () => sound.current()?.now() ?? 0,
    /** Requests missing sources, for which browsers require a user action. */
    async chooseLayout(layout: Layout) {
      if (layout !== 'camera' && !sources.has('screen')) await request('screen')
      if (layout !== 'camera' && !sources.has('screen')) return // the member did not choose a screen
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
    /** Stops the camera, so that its light goes off. */
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
