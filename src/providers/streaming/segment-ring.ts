export interface Part {
  bytes: Buffer<ArrayBuffer>
  seconds: number
  /** Whether the part starts with a keyframe. */
  isIndependent: boolean
}
export interface Segment {
  sequence: number
  /** The init segment that its parts need. */
  initId: number
  /** Approximately when its first frame was captured, in milliseconds since the Unix epoch. */
  startedAtMs: number
  isDiscontinuous: boolean
  /** The number of discontinuities in the broadcast before this segment, including one at its start. */
  discontinuities: number
  parts: Part[]
  /** All parts in one buffer; null while the segment is open. */
  bytes: Buffer<ArrayBuffer> | null
  seconds: number
}
export interface RingOptions {
  /** Maximum number of complete segments. */
  maxSegments: number
  maxBytes: number
  firstSequence: number
}

/** A broadcast's latest segments, in memory. Requests can wait for the next segment. */
export type SegmentRing = ReturnType<typeof createSegmentRing>

const minSegments = 3

export function createSegmentRing({ maxSegments, maxBytes, firstSequence }: RingOptions) {
  const segments: Segment[] = []
  const waiters = new Set<() => void>()
  let nextSequence = firstSequence
  let discontinuities = 0
  let version = 0
  let bytes = 0
  let isEnded = false

  const last = () => segments.at(-1)
  const open = () => (last()?.bytes === null ? last()! : null)

  function notifyWaiters() {
    version++
    for (const check of waiters) check()
  }

  function begin(segment: Pick<Segment, 'initId' | 'startedAtMs' | 'isDiscontinuous'>) {
    if (segment.isDiscontinuous) discontinuities++
    segments.push({ ...segment, sequence: nextSequence++, discontinuities, parts: [], bytes: null, seconds: 0 })
  }

  function add(part: Part) {
    const segment = open()!
    segment.parts.push(part)
    segment.seconds += part.seconds
    bytes += part.bytes.length
    evict()
    notifyWaiters()
  }

  /** Closes the open segment. Its bytes then form a single buffer, and its parts are views of that buffer. */
  function finish() {
    const segment = open()
    if (!segment) return
    const all = Buffer.concat(segment.parts.map((part) => part.bytes))
    let at = 0
    for (const part of segment.parts) part.bytes = all.subarray(at, (at += part.bytes.length))
    segment.bytes = all
    evict()
    notifyWaiters()
  }

  function evict() {
    const isOverLimit = () => segments.length > maxSegments + 1 || (bytes > maxBytes && segments.length > minSegments)
    while (isOverLimit()) bytes -= segments.shift()!.parts.reduce((sum, part) => sum + part.bytes.length, 0)
  }

  function end() {
    finish()
    isEnded = true
    notifyWaiters()
  }

  /** Reports whether the part exists or, if `part` is null, the whole segment. */
  function has(sequence: number, part: number | null): boolean {
    const newest = last()
    if (!newest || sequence > newest.sequence) return false
    if (sequence < newest.sequence || newest.bytes) return true
    return part !== null && newest.parts.length > part
  }

  /** Resolves when the part exists, the broadcast has ended, or the timeout expires. */
  function wait(sequence: number, part: number | null, timeoutMs: number): Promise<void> {
    const isOver = () => isEnded || has(sequence, part)
    if (isOver()) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(settle, timeoutMs)
      const check = () => void (isOver() && settle())
      waiters.add(check)
      function settle() {
        clearTimeout(timer)
        waiters.delete(check)
        resolve()
      }
    })
  }

  return {
    segments: segments as readonly Segment[],
    begin,
    add,
    finish,
    end,
    wait,
    open,
    find: (sequence: number) => segments.find((segment) => segment.sequence === sequence) ?? null,
    first: firstSequence,
    next: () => nextSequence,
    /** A number that changes with every new part or segment. */
    version: () => version,
    isEnded: () => isEnded,
    bytes: () => bytes,
  }
}
