import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Metrics, ProcessMetrics } from '#kernel/metrics.ts'

type Collected = [process: string, metrics: ProcessMetrics][]
type Message =
  /** A request from a web process for the metrics of all web processes. */
  | { type: 'collect-metrics'; id: number }
  /** A request to each web process for its metrics. */
  | { type: 'read-metrics'; id: number }
  | { type: 'own-metrics'; id: number; metrics: ProcessMetrics }
  /** The response to the requesting process. */
  | { type: 'collected-metrics'; id: number; collected: Collected }

/** Time limit for reading the metrics of a process. A process that is too busy to respond is left out. */
const patienceMs = 2000

/** Returns a function that reads the metrics of all web processes on this machine, by process. */
export function createMetricsReader(
  metrics: Pick<Metrics, 'read'>,
): () => Promise<ReadonlyMap<string, ProcessMetrics>> {
  const { worker } = cluster
  if (!worker) return async () => new Map([['1', await metrics.read()]])
  const waiting = new Map<number, (collected: Collected) => void>()
  let lastId = 0
  worker.on('message', (message: Message) => {
    if (message.type === 'collected-metrics') waiting.get(message.id)?.(message.collected)
    if (message.type !== 'read-metrics') return
    void metrics
      .read()
      .then((own) => worker.isConnected() && send(worker, { ...message, type: 'own-metrics', metrics: own }))
  })
  return async () => {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<Collected>()
    waiting.set(id, resolve)
    send(worker, { type: 'collect-metrics', id })
    const collected = await Promise.race([promise, sleep(patienceMs * 2, null, { ref: false })])
    waiting.delete(id)
    return new Map(collected ?? [[String(worker.id), await metrics.read()]])
  }
}

/** Lets web processes read each other's metrics through this process, which started them. */
export function relayMetrics(): void {
  const requests = new Map<number, { collected: Collected; whenComplete: () => void; expected: number }>()
  let lastId = 0

  async function collect(asking: Worker, askedId: number) {
    const workers = Object.values(cluster.workers ?? {}).flatMap((one) => (one?.isConnected() ? [one] : []))
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<void>()
    const request = { collected: [] as Collected, whenComplete: resolve, expected: workers.length }
    requests.set(id, request)
    for (const worker of workers) send(worker, { type: 'read-metrics', id })
    await Promise.race([promise, sleep(patienceMs, undefined, { ref: false })])
    requests.delete(id)
    const { collected } = request
    if (asking.isConnected()) send(asking, { type: 'collected-metrics', id: askedId, collected })
  }

  cluster.on('message', (worker, message: Message) => {
    if (message.type === 'collect-metrics') void collect(worker, message.id)
    if (message.type !== 'own-metrics') return
    const request = requests.get(message.id)
    request?.collected.push([String(worker.id), message.metrics])
    if (request?.collected.length === request?.expected) request?.whenComplete()
  })
}

/** Sends the message. A process that has just died does not receive it. */
const send = (to: Worker, message: Message) => void to.send(message, undefined, undefined, () => {})
