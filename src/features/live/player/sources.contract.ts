/** One of the sizes that a stream comes in. */
export interface Quality {
  level: number
  /** `720p` */
  label: string
}

/** A stream, or a recording of one, that is connected to the video. */
export interface Source {
  /** Best first; none where there is nothing to choose. */
  qualities: () => Quality[]
  /** -1: what the connection carries. */
  quality: () => number
  choose: (level: number) => void
  /** Where in the video it is live, in seconds; null while that is not known, and of recordings. */
  livePosition: () => number | null
  /** Seconds between the camera and the screen; null while that is not known. */
  latency: () => number | null
  close: () => void
}

/** What is played when it is not live. */
export interface RecordedSource {
  /** As long as it is. */
  seconds: number
  /** Where it begins. */
  beginAt: number
  /** Told with every second that it has come to, or was moved to. */
  onTime: (second: number) => void
}

/** What is told of a source. */
export interface SourceCallbacks {
  /** It cannot go on. */
  onFatal: () => void
  /** What can be known or chosen of it has changed. */
  onChange: () => void
}
