/** A quality level of the stream. */
export interface Quality {
  level: number
  /** `720p` */
  label: string
}

/** A livestream or recording that is attached to the video. */
export interface Source {
  /** Best first; empty if there is no choice. */
  qualities: () => Quality[]
  /** -1: automatic. */
  quality: () => number
  choose: (level: number) => void
  /** The live position in seconds; null for recordings and while it is unknown. */
  livePosition: () => number | null
  /** Seconds between capture and playback; null if unknown. */
  latency: () => number | null
  close: () => void
}

/** A recording to play. */
export interface RecordedSource {
  /** Its duration. */
  seconds: number
  /** The start position. */
  startAt: number
  /** Called with the position in whole seconds, while it plays and after seeking. */
  onTime: (second: number) => void
}

export interface SourceCallbacks {
  /** Called when playback cannot continue. */
  onFatal: () => void
  /** Called when the levels, the position, or the latency have changed. */
  onChange: () => void
}
