import { createHash } from 'node:crypto'
import { Transform, Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cpuPauseMs } from '#kernel/cpu-limit.ts'

export interface Measure {
  bytes: number
  sha256: string
  /** The number of line breaks. */
  lines: number
}

interface MeterOptions {
  countsLines?: boolean
  /** Called after the last byte. If it returns an error, the stream fails with it. */
  check?: (found: Measure) => Error | null
}

const lineBreak = 0x0a

/** Passes bytes through, no faster than the process's CPU limit allows, and measures them. */
export class Meter extends Transform {
  #hash = createHash('sha256')
  #bytes = 0
  #lines = 0
  #result: Measure | null = null
  readonly #options: MeterOptions

  constructor(options: MeterOptions = {}) {
    super()
    this.#options = options
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    if (this.#options.countsLines)
      for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, at + 1)) this.#lines++
    const pauseMs = cpuPauseMs()
    if (pauseMs > 0) setTimeout(done, pauseMs, null, chunk)
    else done(null, chunk)
  }

  override _flush(done: (error: Error | null) => void): void {
    this.#result = { bytes: this.#bytes, sha256: this.#hash.digest('hex'), lines: this.#lines }
    done(this.#options.check?.(this.#result) ?? null)
  }

  /** Returns the measurements of everything that has passed through. @throws if the stream has not ended */
  measure(): Measure {
    if (!this.#result) throw new Error('The stream has not ended.')
    return this.#result
  }
}

/** Reads the stream to its end. */
export async function measureOf(content: Readable): Promise<Measure> {
  const meter = new Meter()
  await pipeline(content, meter, discard())
  return meter.measure()
}

export const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Pipes a stream through another one, which also fails if the first one does. */
export const through = <Next extends Transform>(content: Readable, next: Next): Next => {
  content.on('error', (reason) => next.destroy(reason))
  next.on('close', () => content.destroy())
  return content.pipe(next)
}
