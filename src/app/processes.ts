import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '#kernel/log.ts'
import { findOwnerUsername } from '#features/discovery/site/site.store.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { relayMetrics } from './process-metrics.ts'
import { type RunningServer, StartError } from './server.ts'

/** Delay before a dead process is replaced, so that repeated startup failures do not become a busy loop. */
const restartMs = 1000

/** Serves from several processes on one port. This process runs the database and replaces processes that die. `ready`
 *  rejects with a StartError if one of the initial processes prints an error and exits before it listens. Killed
 *  processes are replaced. */
export function startProcesses(config: Config): RunningServer {
  const log = createLog(config.log)
  const opening = openDatabase(config, log)
  let stopping = false
  let hasStarted = false

  async function begin() {
    const { url } = await opening
    const environment = config.database ? {} : { DATABASE_URL: url }
    replaceDeadProcesses(environment)
    relayMetrics()
    const first = Array.from({ length: config.webProcesses }, () => cluster.fork(environment))
    if ((await Promise.all(first.map(failsToStart))).some(Boolean) && !stopping) {
      throw new StartError('A web process failed to start. See the message above.')
    }
    hasStarted = true
  }

  function replaceDeadProcesses(environment: Record<string, string>) {
    const listening = new Set<number>()
    cluster.on('listening', ({ id }) => listening.add(id))
    cluster.on('exit', ({ id, process }, code, signal) => {
      const failedToStart = !hasStarted && !signal && !listening.has(id)
      if (stopping || failedToStart) return
      log.error({ pid: process.pid, code, signal }, 'a web process died; starting another one')
      void sleep(restartMs).then(() => stopping || cluster.fork(environment))
    })
  }

  return {
    url: config.siteUrl,
    ready: begin(),
    isEmpty: async () => (await findOwnerUsername((await opening).db)) === null,
    stop: async () => {
      stopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
      await opening.then((database) => database.close()).catch(() => undefined)
    },
  }
}

/** Reports whether the process exits on its own before it listens. */
const failsToStart = (worker: Worker): Promise<boolean> =>
  new Promise((settle) => {
    worker.once('listening', () => settle(false))
    worker.once('exit', (_code, signal) => settle(!signal))
  })

async function stopWorker(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.isDead()) return
  const exited = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await exited
}
