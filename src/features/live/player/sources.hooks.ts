import { useEffect, useEffectEvent, useState } from 'react'
import { startPlaying, restoreVolume } from './volume.hooks.ts'
import type { Source, SourceCallbacks } from './sources.contract.ts'
import { openHls } from './hls.hooks.ts'

interface SourceOptions {
  /** The start position of a recording, which starts only when the user plays it; null for live playback, which starts
   *  automatically. */
  startAt: number | null
  /** Called when a property of the source has changed; null while it is not connected. */
  onChange: (source: Source | null) => void
  /** Called when playback has failed and is being retried. */
  onLost: () => void
  /** Called when the browser has muted the video, so that only the user can unmute it. */
  onMuted: () => void
}

const reopenMs = 2000
const checkMs = 2000
/** Playback that stalls for this long counts as failed. */
const stallMs = 8000

/** Plays the source in the video, and reopens it whenever it fails. Signed URLs change each time they are fetched;
 *  reopening the source uses the newest one. */
export function useSource(
  video: HTMLVideoElement | null,
  src: string,
  { startAt, onLost, onMuted }: Omit<SourceOptions, 'onChange'>,
) {
  const [opened, setOpened] = useState<{ source: Source | null }>({ source: null })
  const lost = useEffectEvent(onLost)
  const muted = useEffectEvent(onMuted)
  const begin = useEffectEvent(() => startAt)
  const address = useEffectEvent(() => src)
  useEffect(() => {
    if (!video) return undefined
    const onChange = (source: Source | null) => setOpened({ source })
    return keepOpen(video, address, { startAt: begin(), onChange, onLost: lost, onMuted: muted })
  }, [video])
  return opened.source
}

function keepOpen(
  video: HTMLVideoElement,
  address: () => string,
  { startAt, onChange, onLost, onMuted }: SourceOptions,
): () => void {
  const isLive = startAt === null
  let at = startAt
  let isOver = false
  let isFirst = true
  let source: Source | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function open(shouldPlay: boolean): Promise<void> {
    const opened = await openSource(video, address(), at, { onFatal: reopen, onChange: () => onChange(source) })
    if (isOver) return opened.close()
    source = opened
    onChange(source)
    if (isFirst && isLive) void startPlaying(video, onMuted)
    else if (isFirst) restoreVolume(video)
    else if (shouldPlay) void video.play().catch(() => undefined)
    isFirst = false
  }

  function reopen(): void {
    if (isOver || timer !== undefined) return
    const shouldPlay = !video.paused
    // A failure before the start must not reset the position.
    if (!isLive && video.currentTime > 0) at = video.currentTime
    source?.close()
    source = null
    onChange(null)
    onLost()
    timer = setTimeout(() => {
      timer = undefined
      open(shouldPlay).catch(reopen)
    }, reopenMs)
  }

  // A recording resumes where it stalled, but live playback would fall behind.
  const stopWatching = isLive ? watchProgress(video, reopen) : () => undefined
  open(true).catch(reopen)
  return () => {
    isOver = true
    clearTimeout(timer)
    stopWatching()
    source?.close()
  }
}

/** Browsers without Media Source Extensions play HLS natively. */
const openSource = (
  video: HTMLVideoElement,
  src: string,
  at: number | null,
  callbacks: SourceCallbacks,
): Promise<Source> =>
  'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis
    ? openHls(video, src, at, callbacks)
    : Promise.resolve(openNative(video, src, at, callbacks))

function openNative(
  video: HTMLVideoElement,
  src: string,
  at: number | null,
  { onFatal, onChange }: SourceCallbacks,
): Source {
  const end = () => (video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : null)
  const onLoaded = () => {
    if (at !== null) video.currentTime = at
    onChange()
  }
  video.addEventListener('error', onFatal)
  video.addEventListener('loadedmetadata', onLoaded)
  video.src = src
  return {
    qualities: () => [],
    quality: () => -1,
    choose: () => undefined,
    livePosition: () => (at === null ? end() : null),
    latency: () => null,
    close() {
      video.removeEventListener('error', onFatal)
      video.removeEventListener('loadedmetadata', onLoaded)
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Calls `onStall` if a playing video makes no progress for too long. @returns a function to stop watching */
function watchProgress(video: HTMLVideoElement, onStall: () => void): () => void {
  let lastTime = video.currentTime
  let stillMs = 0
  const timer = setInterval(() => {
    const hasMoved = video.currentTime !== lastTime
    lastTime = video.currentTime
    stillMs = video.paused || hasMoved || document.hidden ? 0 : stillMs + checkMs
    if (stillMs < stallMs) return
    stillMs = 0
    onStall()
  }, checkMs)
  return () => clearInterval(timer)
}
