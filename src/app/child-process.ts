import { type ChildProcess, fork } from 'node:child_process'
import { leanFlags } from '../../scripts/lean-flags.mjs'
import type { ChildMessage } from './child-messages.ts'

/** How long a child process may take to finish its current item and delete temporary files. */
const graceMs = 5000

interface Options {
  script: string
  /** The name in error messages, such as `import`. */
  name: string
  /** Creates the error for a task that the child process refused. */
  refused: (message: string) => Error
}
interface RunOptions {
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** Runs each task in a child process, so that it neither delays requests nor shares memory with them. The process
 *  receives the task as its first message and sends a {@link ChildMessage}. */
export function createChildProcesses<Task extends object>({ script, name, refused }: Options) {
  const running = new Set<ChildProcess>()
  const stopping = new AbortController()

  /** Returns the result of the process. @throws the refusal, AbortError after `stop`, or Error if the process failed */
  async function run<Result>(task: Task, { onProgress, signal }: RunOptions = {}): Promise<Result> {
    signal?.throwIfAborted()
    stopping.signal.throwIfAborted()
    const child = fork(script, {
      execArgv: [...leanFlags],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    running.add(child)
    const stop = () => end(child)
    signal?.addEventListener('abort', stop)
    try {
      const outcome = outcomeOf<Result>(child, onProgress)
      child.send(task)
      return await outcome
    } finally {
      running.delete(child)
      signal?.removeEventListener('abort', stop)
    }
  }

  function outcomeOf<Result>(child: ChildProcess, onProgress: RunOptions['onProgress']): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    let last: Exclude<ChildMessage<Result>, { type: 'progress' }> | null = null
    child.on('message', (message: ChildMessage<Result>) => {
      if (message.type === 'progress') onProgress?.(message.done, message.total)
      else last = message
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (last?.type === 'done') resolve(last.result)
      else if (last?.type === 'refused') reject(refused(last.message))
      else if (stopping.signal.aborted) reject(stopping.signal.reason)
      else reject(new Error(last?.message ?? `The ${name} process exited unexpectedly: ${signal ?? code}.`))
    })
    return promise
  }

  /** Stops all processes and prevents new ones from starting. */
  function stop() {
    stopping.abort()
    running.forEach(end)
  }

  return { run, stop }
}

/** Stops the process, forcibly if it does not exit on its own. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  child.once('exit', () => clearTimeout(timer))
}
