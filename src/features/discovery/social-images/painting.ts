import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { PaintOrder, Painted } from './painter.ts'

/** Draws cards outside of this process, which then neither waits for them nor keeps the memory that they took. */
export interface Painting {
  /** The image as PNG. @throws SemaphoreFull when too many wait, PainterLost when its painter ends or takes too long, Error when
   *  it cannot be drawn */
  paint: (order: PaintOrder) => Promise<Buffer>
  close: () => void
}

interface PaintingOptions {
  /** The painter ends when it has had nothing to do for so long. */
  idleMs?: number
  /** A image that takes longer is given up, and its painter too. */
  limitMs?: number
  maxWaiting?: number
  program?: string
}

/** The painter ended or took too long. A retry may succeed. */
export class PainterLost extends Error {
  override name = 'PainterLost'
}

export function createPainting({
  idleMs = 20_000,
  limitMs = 10_000,
  maxWaiting = 20,
  program = path.join(import.meta.dirname, 'painter.ts'),
}: PaintingOptions = {}): Painting {
  const pass = createSemaphore({ atOnce: 1, maxWaiting })
  let painter: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(program, [], {
      serialization: 'advanced',
      execArgv: ['--max-semi-space-size=4'],
      env: { MALLOC_ARENA_MAX: '2' }, // it is told no secrets, and glibc not to hoard
    })
    started.on('error', () => undefined) // who waits for an answer hears of it
    started.once('exit', () => {
      if (painter === started) painter = null
    })
    return started
  }

  function stop(): void {
    painter?.kill('SIGKILL')
    painter = null
  }

  async function order(one: PaintOrder): Promise<Buffer> {
    clearTimeout(idle)
    const busy = (painter ??= start())
    keepsAlive(busy, true)
    const done = new AbortController()
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(limitMs)])
    try {
      const answered = once(busy, 'message', { signal }).then(([painted]): Painted => painted)
      const ended = once(busy, 'exit', { signal }).then(() => {
        throw new PainterLost('The painter has ended')
      })
      busy.send(one)
      const painted = await Promise.race([answered, ended])
      if ('failure' in painted) throw new Error(painted.failure)
      return Buffer.from(painted.png)
    } catch (reason) {
      stop()
      throw signal.aborted ? new PainterLost('The painter took too long', { cause: reason }) : reason
    } finally {
      done.abort()
      keepsAlive(busy, false)
      idle = setTimeout(stop, idleMs).unref()
    }
  }

  return {
    paint: (one) => pass(() => order(one)),
    close: () => {
      clearTimeout(idle)
      stop()
    },
  }
}

/** A painter without an order keeps nobody from ending. */
function keepsAlive(painter: ChildProcess, isBusy: boolean): void {
  for (const handle of [painter, painter.channel]) {
    if (isBusy) handle?.ref()
    else handle?.unref()
  }
}
