import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** A worker thread that runs one task at a time, in order. Starts on the first task and stops when idle. */
export interface WorkerThread<Task> {
  /** @throws ThreadError if the thread crashes or does not respond in time, or if too many tasks are waiting. The next
   *  task then gets a new thread. */
  ask: (task: Task) => Promise<unknown>
  close: () => Promise<void>
}

export class ThreadError extends Error {
  override name = 'ThreadError'
}

interface ThreadOptions {
  /** Time limit for one task, excluding time spent in the queue. */
  patienceMs: number
  maxWaiting?: number
}

const idleMs = 60_000
const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** `file`: a module that posts one message when it is ready, and then one response per task. */
export function createWorkerThread<Task>(
  file: URL,
  { patienceMs, maxWaiting = Infinity }: ThreadOptions,
): WorkerThread<Task> {
  let thread: Promise<Worker> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopping = thread
    thread = null
    await stopping?.then((worker) => worker.terminate()).catch(() => {})
  }

  async function run(task: Task): Promise<unknown> {
    clearTimeout(idle)
    let timer: NodeJS.Timeout | undefined
    try {
      const worker = await (thread ??= start(file))
      const answer = nextMessage(worker)
      timer = setTimeout(() => void worker.terminate(), patienceMs)
      worker.postMessage(task, [])
      return await answer
    } catch (cause) {
      await stop()
      throw new ThreadError('The thread did not respond.', { cause })
    } finally {
      clearTimeout(timer)
      idle = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  return {
    ask(task) {
      if (waiting >= maxWaiting) return Promise.reject(new ThreadError('Too many tasks are waiting.'))
      waiting++
      const running = queue.then(() => run(task)).finally(() => waiting--)
      queue = running.catch(() => {})
      return running
    },
    close: stop,
  }
}

async function start(file: URL): Promise<Worker> {
  const worker = new Worker(file, { resourceLimits })
  worker.on('error', () => {}) // reported to the caller; without a listener, it would end the process
  worker.unref()
  await nextMessage(worker)
  return worker
}

/** @throws Error if the thread ends instead */
async function nextMessage(worker: Worker): Promise<unknown> {
  const waiting = new AbortController()
  const message = once(worker, 'message', waiting).then(([answer]: unknown[]) => answer)
  const end = once(worker, 'exit', waiting).then(() => Promise.reject(new Error('The thread has ended')))
  return Promise.race([message, end]).finally(() => waiting.abort())
}
