import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { listenForChanges, sendChanges } from './changes.store.ts'
import type { Db } from './db.ts'
import { defaultHeartbeatMs, endConnection, startHeartbeat } from './heartbeat.ts'
import type { Log } from './log.ts'
import { defaultStatementLimitMs, limitStatements } from './statement-limit.ts'
import type { Topic } from './topics.contract.ts'

/** Change signals between the processes of a site, so that no process serves an outdated cached response. */
export interface Changes {
  /** Announces changes to these topics. Call it after the commit. Never rejects, because the change has been made even
   *  if other processes are not notified. */
  announce(...topics: Topic[]): Promise<void>
  /** Announces changes without waiting: this process takes them into account immediately; other processes are notified
   *  in batches, at most five times per second. */
  announceSoon(...topics: Topic[]): void
  /** Returns a number that changes whenever one of the topics changes; null while signals from other processes may be
   *  missed. */
  stampOf(topics: readonly Topic[]): number | null
  /** Like `stampOf`, but returns the last known number while signals may be missed. */
  lastStampOf(topics: readonly Topic[]): number
  stop(): Promise<void>
}

export interface ChangesOptions {
  db: Db
  /** A direct connection, because transaction poolers do not support LISTEN. */
  connection: ClientConfig
  log: Log
  /** Pause before reconnecting. */
  retryMs?: number
  heartbeatMs?: number
  statementLimitMs?: number
}

/** How long `announceSoon` waits for further changes, such as a call's own topics after its commit. */
const gatherMs = 5
/** The minimum time between notifications sent by `announceSoon`. */
const pauseMs = 200

/** Listens on its own connection and reconnects if the connection breaks. Signals in between are lost, so all stamps
 *  change on reconnecting. */
export async function createChanges(options: ChangesOptions): Promise<Changes> {
  const { db, connection, log, retryMs = 1000 } = options
  const { heartbeatMs = defaultHeartbeatMs, statementLimitMs = defaultStatementLimitMs } = options
  const self = randomUUID()
  const counts = new Map<string, number>()
  const countOf = (topic: string) => counts.get(topic) ?? 0
  const count = (topic: string) => counts.set(topic, countOf(topic) + 1)
  let starts = 0
  const line = await keepListening({
    connection,
    log,
    retryMs,
    heartbeatMs,
    statementLimitMs,
    onStart: () => starts++,
    onChange: (topic, sender) => sender === self || count(topic),
  })

  const lastStampOf = (topics: readonly Topic[]) => topics.reduce((sum, topic) => sum + countOf(topic), starts)

  const notifyOthers = async (topics: Topic[]) =>
    void (await sendChanges(db, self, topics).catch((err: unknown) =>
      log.warn({ err, topics }, 'changes: failed to notify other processes'),
    ))

  const waiting = new Set<Topic>()
  let notifying: Promise<void> | null = null
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
  async function notifyOfWaiting() {
    await pause(gatherMs)
    while (waiting.size > 0) {
      const topics = [...waiting]
      waiting.clear()
      await notifyOthers(topics)
      await pause(pauseMs)
    }
    notifying = null
  }

  return {
    async announce(...topics) {
      topics.forEach(count)
      await notifyOthers(topics)
    },
    announceSoon(...topics) {
      topics.forEach(count)
      topics.forEach((topic) => waiting.add(topic))
      notifying ??= notifyOfWaiting()
    },
    stampOf: (topics) => (line.isListening() ? lastStampOf(topics) : null),
    lastStampOf,
    async stop() {
      stopping.abort()
      await notifying
      await line.stop()
    },
  }
}

interface LineOptions extends Required<Omit<ChangesOptions, 'db'>> {
  onStart: () => void
  onChange: (topic: string, sender: string) => void
}

/** Resolves after the first attempt, whether it succeeded or not. */
async function keepListening(options: LineOptions) {
  const { connection, log, retryMs, heartbeatMs, statementLimitMs, onStart, onChange } = options
  const stopping = new AbortController()
  let client: Client
  let isListening = false
  const ended = keepOn(await attempt())

  /** Opens the connection. @returns a promise that settles when it ends, or null if it could not be opened */
  async function attempt(): Promise<{ end: Promise<void> } | null> {
    client = new Client({ connectionTimeoutMillis: 5000, ...connection })
    limitStatements(client, statementLimitMs)
    const end = new Promise<void>((resolve) => client.on('error', () => {}).once('end', resolve))
    try {
      // If the connection ends while connecting, `pg` never settles the promise of `connect`.
      await Promise.race([client.connect(), end.then(() => Promise.reject(new Error('ended while connecting')))])
      await listenForChanges(client, onChange)
    } catch {
      await endConnection(client)
      return null
    }
    startHeartbeat(client, heartbeatMs)
    onStart()
    isListening = true
    return { end }
  }

  async function keepOn(open: Awaited<ReturnType<typeof attempt>>) {
    while (!stopping.signal.aborted) {
      await open?.end
      isListening = false
      if (open && !stopping.signal.aborted)
        log.warn('changes: lost the database connection; caching responses for a shorter time')
      await sleep(retryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) open = await attempt()
    }
    await endConnection(client)
  }

  async function stop() {
    stopping.abort()
    await endConnection(client)
    await ended
  }

  return { isListening: () => isListening, stop }
}
