import { openAudioMixer, type AudioMixer } from './audio-mixer.hooks.ts'

export type SharedMixer = ReturnType<typeof createSharedMixer>

/** A scene's mixer. It opens on first use, because browsers require a user action for audio. */
export function createSharedMixer(isMuted: () => boolean) {
  let opening: Promise<AudioMixer> | null = null
  let sound: AudioMixer | null = null
  return {
    /** Returns the running mixer. @throws DOMException if the browser does not allow audio; the next call tries
     *  again */
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
    /** Returns the mixer, or null if it has not been opened. */
    current: () => sound,
    close() {
      sound?.close()
      sound = null
      opening = null
    },
  }
}
