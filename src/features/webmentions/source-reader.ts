import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Author, Entry, type SourceAddress, SourcePage } from './source-entry.contract.ts'
import type { ReadingTask } from './source-reader.worker.ts'

/** Reads what other sites have written, in a thread of its own: what is made to keep it busy is given up, and nobody
 *  waits for it. Each answer is null for what could not be read in time. */
export interface SourceReader {
  page: (html: string, target: string) => Promise<SourcePage | null>
  entry: (html: string, address: SourceAddress) => Promise<Entry | null>
  author: (html: string, url: string) => Promise<Author | null>
  close: () => Promise<void>
}

const patienceMs = 2000
const idleMs = 60_000
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

export function createSourceReader(): SourceReader {
  let thread: Promise<Worker> | null = null
  let line: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopping = thread
    thread = null
    await stopping?.then((worker) => worker.terminate()).catch(() => {})
  }

  async function read(task: ReadingTask): Promise<unknown> {
    clearTimeout(idle)
    const worker = await (thread ??= start())
    const answer = nextMessage(worker)
    const timer = setTimeout(() => void worker.terminate(), patienceMs)
    worker.postMessage(task, [])
    try {
      return await answer
    } catch {
      await stop()
      return null
    } finally {
      clearTimeout(timer)
      idle = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  /** One at a time. */
  async function inLine<T extends z.core.$ZodType>(answer: T, task: ReadingTask): Promise<z.output<T> | null> {
    const reading = line.then(() => read(task))
    line = reading.catch(() => {})
    const found = z.nullable(answer).safeParse(await reading)
    return found.success ? found.data : null
  }

  return {
    page: (html, target) => inLine(SourcePage, { kind: 'page', html, target }),
    entry: (html, address) => inLine(Entry, { kind: 'entry', html, address }),
    author: (html, url) => inLine(Author, { kind: 'author', html, url }),
    close: stop,
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(new URL('./source-reader.worker.ts', import.meta.url), { resourceLimits: limits })
  worker.on('error', () => {}) // told to whoever waits; with nobody listening it would end the process
  worker.unref()
  await nextMessage(worker)
  return worker
}

/** @throws when the thread ends instead */
async function nextMessage(worker: Worker): Promise<unknown> {
  const waiting = new AbortController()
  const message = once(worker, 'message', waiting).then(([answer]: unknown[]) => answer)
  const end = once(worker, 'exit', waiting).then(() => Promise.reject(new Error('The thread has ended')))
  return Promise.race([message, end]).finally(() => waiting.abort())
}
