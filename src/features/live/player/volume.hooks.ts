import { readStored, writeStored } from '#web/storage.ts'

const volumeKey = 'player_volume'

/** The volume last chosen in this browser, from 0 to 1. */
function storedVolume(): number {
  const text = readStored(volumeKey)
  const volume = text === null ? 1 : Number(text)
  return volume >= 0 && volume <= 1 ? volume : 1
}

/** Sets and stores the volume. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  const bounded = Math.min(1, Math.max(0, volume))
  video.muted = bounded === 0
  if (bounded > 0) video.volume = bounded
  writeStored(volumeKey, String(Math.round(bounded * 100) / 100))
}

/** Stores the muted state; unmuting restores the previous volume. */
export const toggleMuted = (video: HTMLVideoElement): void => setVolume(video, video.muted ? video.volume || 1 : 0)

/** Applies the volume last chosen in this browser. */
export function restoreVolume(video: HTMLVideoElement): void {
  const volume = storedVolume()
  video.muted = volume === 0
  if (volume > 0) video.volume = volume
}

/** Starts playing, muted if the browser does not allow sound. Does not start if the user prefers reduced motion. */
export async function startPlaying(video: HTMLVideoElement, onMuted: () => void): Promise<void> {
  restoreVolume(video)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if ((await isRefused(video)) && !video.muted) {
    video.muted = true
    if (!(await isRefused(video))) onMuted()
  }
}

async function isRefused(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play()
    return false
  } catch (reason) {
    return reason instanceof DOMException && reason.name === 'NotAllowedError'
  }
}
