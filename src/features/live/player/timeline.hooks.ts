import { useEffect, useEffectEvent, useState } from 'react'
import type { RecordedSource } from './sources.contract.ts'

/** The position in a recording, in seconds. */
export interface Timeline {
  time: number
  duration: number
  /** The end of the buffered range that contains the current position. */
  buffered: number
  /** 1 is normal speed. */
  speed: number
}

const events = ['timeupdate', 'seeking', 'seeked', 'durationchange', 'progress', 'ratechange', 'ended']

/** Returns null for live playback, and while there is no video. */
export function useTimeline(video: HTMLVideoElement | null, recorded: RecordedSource | undefined): Timeline | null {
  const [timeline, setTimeline] = useState<Timeline | null>(null)
  const update = useEffectEvent(() => {
    if (!video || !recorded) return
    const now = timelineOf(video, recorded.seconds)
    setTimeline(now)
    recorded.onTime(Math.floor(now.time))
  })
  const isRecorded = recorded !== undefined
  useEffect(() => {
    if (!video || !isRecorded) return undefined
    const listener = () => update()
    listener()
    for (const name of events) video.addEventListener(name, listener)
    return () => {
      for (const name of events) video.removeEventListener(name, listener)
    }
  }, [video, isRecorded])
  return timeline
}

function timelineOf(video: HTMLVideoElement, seconds: number): Timeline {
  const { currentTime, duration, playbackRate, buffered } = video
  return {
    time: currentTime,
    duration: Number.isFinite(duration) && duration > 0 ? duration : seconds,
    buffered: bufferedFrom(buffered, currentTime),
    speed: playbackRate,
  }
}

function bufferedFrom(ranges: TimeRanges, time: number): number {
  for (let index = 0; index < ranges.length; index++)
    if (ranges.start(index) <= time && time <= ranges.end(index)) return ranges.end(index)
  return time
}
