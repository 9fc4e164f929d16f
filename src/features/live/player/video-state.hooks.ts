import { useEffect, useState } from 'react'
import type { Source } from './sources.contract.ts'

/** The state of the video element. */
export interface VideoState {
  isPaused: boolean
  /** Playback is stalled waiting for data. */
  isWaiting: boolean
  isMuted: boolean
  /** From 0 to 1. */
  volume: number
  isInPicture: boolean
  isLive: boolean
  /** Whole seconds between capture and playback. */
  latencySeconds: number | null
  captions: 'none' | 'off' | 'on'
}

const events = [
  'play',
  'playing',
  'pause',
  'waiting',
  'emptied',
  'canplay',
  'seeked',
  'timeupdate',
  'volumechange',
  'enterpictureinpicture',
  'leavepictureinpicture',
]

export function useVideoState(video: HTMLVideoElement | null, source: Source | null): VideoState {
  const [state, setState] = useState(() => stateOf(null, null))
  useEffect(() => {
    if (!video) return undefined
    const update = () => setState((before) => unlessEqual(before, stateOf(video, source)))
    update()
    for (const name of events) video.addEventListener(name, update)
    video.textTracks.addEventListener('change', update)
    video.textTracks.addEventListener('addtrack', update)
    return () => {
      for (const name of events) video.removeEventListener(name, update)
      video.textTracks.removeEventListener('change', update)
      video.textTracks.removeEventListener('addtrack', update)
    }
  }, [video, source])
  return state
}

/** Maximum latency in seconds that still counts as live. */
const toleranceSeconds = 3

function stateOf(video: HTMLVideoElement | null, source: Source | null): VideoState {
  const position = source?.livePosition() ?? null
  const latency = source?.latency() ?? null
  return {
    isPaused: video?.paused ?? true,
    isWaiting: video !== null && !video.paused && video.readyState < video.HAVE_FUTURE_DATA,
    isMuted: video?.muted ?? false,
    volume: video?.volume ?? 1,
    isInPicture: video !== null && document.pictureInPictureElement === video,
    isLive: video !== null && !video.paused && (position === null || position - video.currentTime < toleranceSeconds),
    latencySeconds: latency === null ? null : Math.round(latency),
    captions: captionsOf(video),
  }
}

export const captionTracks = (video: HTMLVideoElement): TextTrack[] =>
  [...video.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')

function captionsOf(video: HTMLVideoElement | null): VideoState['captions'] {
  const tracks = video ? captionTracks(video) : []
  if (tracks.length === 0) return 'none'
  return tracks.some(({ mode }) => mode === 'showing') ? 'on' : 'off'
}

/** Avoids re-renders: the time changes several times per second, but the displayed values rarely do. */
const unlessEqual = (before: VideoState, now: VideoState): VideoState =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now
