import { createEasel } from './easel.hooks.ts'
import { type DeviceWatch, watchDevices } from './media.hooks.ts'
import { createStageSound } from './stage-sound.hooks.ts'
import { createStageSources } from './stage-sources.hooks.ts'
import type { Show, Stage, Thing } from './studio-stage.contract.ts'

interface StageOptions {
  stage: () => Stage
  set: (change: Partial<Stage>) => void
  /** A picture has been painted. */
  onPicture: (canvas: HTMLCanvasElement) => void
}
export type StudioStage = ReturnType<typeof createStudioStage>

/** Camera, microphone and screen, painted into one picture and mixed into one sound. */
export function createStudioStage({ stage, set, onPicture }: StageOptions) {
  let devices: DeviceWatch | null = null
  const sound = createStageSound(() => stage().isMuted)
  const sources = createStageSources({ sound, isClosed: () => devices === null, onTold: tell })
  const easel = createEasel({ stage, film: sources.film, onPicture })
  const { take } = sources

  function tell(thing: Thing, fault?: string) {
    const { [thing]: _before, ...others } = stage().faults
    const device = thing === 'screen' ? {} : { [`${thing}Id`]: sources.deviceId(thing) }
    set({ faults: fault ? { ...others, [thing]: fault } : others, ...device })
    devices?.refresh()
  }

  /** Which camera it was is kept. */
  function leave(thing: 'camera' | 'screen') {
    const { cameraId } = stage()
    sources.drop(thing)
    tell(thing)
    set({ cameraId })
  }

  return {
    open() {
      devices = watchDevices(set)
      easel.open()
    },
    attach: easel.attach,
    /** @throws DOMException when the browser opens none */
    sound: sound.atHand,
    /** How loud the microphone is, from 0 to 1. */
    level: () => sound.opened()?.level() ?? 0,
    /** Seconds, by the clock of the sound; 0 while there is none. */
    now: () => sound.opened()?.now() ?? 0,
    /** Asks for what is missing for it: whoever calls has just pressed something. */
    async show(show: Show) {
      if (show !== 'camera' && !sources.has('screen')) await take('screen')
      if (show !== 'camera' && !sources.has('screen')) return // nothing was chosen: all stays as it is
      set({ show })
      if (show === 'camera') leave('screen')
      if (show === 'screen') leave('camera')
      else if (!sources.has('camera') && !stage().isCameraOff) await take('camera')
      if (!sources.has('microphone')) await take('microphone')
    },
    take,
    setMuted(isMuted: boolean) {
      set({ isMuted })
      sound.opened()?.setMuted(isMuted)
    },
    /** Off, its light is off. */
    async setCameraOff(isCameraOff: boolean) {
      set({ isCameraOff })
      if (isCameraOff) leave('camera')
      else await take('camera', stage().cameraId)
    },
    close() {
      devices?.stop()
      devices = null
      easel.close()
      sources.dropAll()
      sound.close()
    },
  }
}
