import { openAudioMixer, type AudioMixer } from './audio-mixer.hooks.ts'

export type SharedMixer = ReturnType<typeof createSharedMixer>

/** The one sound of a scene, opened by whoever needs it first: browsers want somebody to have pressed something. */
export function createSharedMixer(isMuted: () => boolean) {
  let opening: Promise<AudioMixer> | null = null
  let sound: AudioMixer | null = null
  return {
    /** It runs, muted as the scene is. @throws DOMException when the browser opens none; the next call tries again */
    async ensureOpen(): Promise<AudioMixer> {
      opening ??= openAudioMixer().catch((reason: unknown) => {
        opening = null
        throw reason
      })
      sound = await opening
      sound.setMuted(isMuted())
      void sound.resume()
      return sound
    },
    /** Null while there is none. */
    current: () => sound,
    close() {
      sound?.close()
      sound = null
      opening = null
    },
  }
}
