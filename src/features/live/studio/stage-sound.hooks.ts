import { openSound, type Sound } from './sound.hooks.ts'

export type StageSound = ReturnType<typeof createStageSound>

/** The one sound of a stage, opened by whoever needs it first: browsers want somebody to have pressed something. */
export function createStageSound(isMuted: () => boolean) {
  let opening: Promise<Sound> | null = null
  let sound: Sound | null = null
  return {
    /** It runs, muted as the stage is. @throws DOMException when the browser opens none; the next call tries again */
    async atHand(): Promise<Sound> {
      opening ??= openSound().catch((reason: unknown) => {
        opening = null
        throw reason
      })
      sound = await opening
      sound.setMuted(isMuted())
      void sound.resume()
      return sound
    },
    /** Null while there is none. */
    opened: () => sound,
    close() {
      sound?.close()
      sound = null
      opening = null
    },
  }
}
