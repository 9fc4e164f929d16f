import { setVolume, toggleMuted } from './volume.hooks.ts'
import type { Source } from './sources.contract.ts'
import { captionTracks } from './video-state.hooks.ts'

/** The actions for the player's buttons and keys. */
export type PlayerActions = ReturnType<typeof playerActions>

export const playerActions = (video: HTMLVideoElement | null, source: Source | null) => ({
  togglePaused() {
    if (!video) return
    if (video.paused) void video.play().catch(() => undefined)
    else video.pause()
  },
  toggleMuted: () => video && toggleMuted(video),
  setVolume: (volume: number) => video && setVolume(video, volume),
  changeVolume: (by: number) => video && setVolume(video, (video.muted ? 0 : video.volume) + by),
  /** Seconds. */
  seek: (by: number) => video && seekTo(video, source, video.currentTime + by),
  seekTo: (seconds: number) => video && seekTo(video, source, seconds),
  /** From 0, the beginning, to 1, the end. */
  seekToPart: (part: number) =>
    video && Number.isFinite(video.duration) && seekTo(video, source, video.duration * part),
  setSpeed(speed: number) {
    if (!video) return
    // A reopened source starts at the default rate.
    video.defaultPlaybackRate = speed
    video.playbackRate = speed
  },
  goLive() {
    const position = source?.livePosition()
    if (!video || position === null || position === undefined) return
    video.currentTime = position
    void video.play().catch(() => undefined)
  },
  async togglePicture() {
    if (!video) return
    try {
      await (document.pictureInPictureElement === video
        ? document.exitPictureInPicture()
        : video.requestPictureInPicture())
    } catch {
      // Browsers reject the request until there is a frame to show.
    }
  },
  toggleCaptions() {
    const tracks = video ? captionTracks(video) : []
    const shown = tracks.find(({ mode }) => mode === 'showing')
    for (const track of tracks) track.mode = 'disabled'
    if (!shown && tracks[0]) tracks[0].mode = 'showing'
  },
})

/** Seeks within the available range, but never past the live position. */
function seekTo(video: HTMLVideoElement, source: Source | null, seconds: number): void {
  if (video.seekable.length === 0) return
  const last = source?.livePosition() ?? video.seekable.end(video.seekable.length - 1)
  video.currentTime = Math.max(video.seekable.start(0), Math.min(last, seconds))
}
