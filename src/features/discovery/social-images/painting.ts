import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createSemaphore } from '#kernel/semaphore.ts'
import { leanFlags, leanMemory } from '../../../../scripts/lean-flags.mjs'
import type { PaintOrder, Painted } from './painter.ts'

/** Draws social images in a separate process, so that drawing does not block this process and its memory can be
 *  freed. */
export interface Painting {
  /** Returns a PNG. @throws SemaphoreFull if too many are waiting, PainterLost if the painter exits or takes too long,
   *  Error if the image cannot be drawn */
  paint: (order: PaintOrder) => Promise<Buffer>
  close: () => void
}

interface PaintingOptions {
  /** How long the painter may be idle before it exits. */
  idleMs?: number
  /** Time limit for an image. A painter that exceeds it is killed. */
  limitMs?: number
  maxWaiting?: number
  program?: string
}

/** The painter exited or took too long. A retry may succeed. */
export class PainterLost extends Error {
  override name = 'PainterLost'
}

export function createPainting({
  idleMs = 20_000,
  limitMs = 30_000,
  maxWaiting = 20,
  program = path.join(import.meta.dirname, 'painter.ts'),
}: PaintingOptions = {}): Painting {
  const pass = createSemaphore({ atOnce: 1, maxWaiting })
  let painter: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(program, [], {
      serialization: 'advanced',
      execArgv: [...leanFlags],
      env: { ...leanMemory }, // without secrets
    })
    started.on('error', () => undefined) // the pending request gets the error
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

/** An idle painter does not keep this process alive. */
function keepsAlive(painter: ChildProcess, isBusy: boolean): void {
  for (const handle of [painter, painter.channel]) {
    if (isBusy) handle?.ref()
    else handle?.unref()
  }
}
