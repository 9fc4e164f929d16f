import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'
import { endServer, isRunning, removeDatabase } from '#tests/support/postgres-folders.ts'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { childrenOf, memoryMbOf, peakMemoryMbOf, resetPeakMemory } from '../../../bench/process.ts'
import { statusOf } from './accounts.ts'
import { type Figure, report, say, secondsOf } from './figures.ts'
import { startMentionTarget } from './mention-target.ts'
import { withRunningDatabase } from './site-processes.ts'
import { type Writers, startWriters } from './writers.ts'
import { deliveryFigures, writeFigures } from './write-figures.ts'

/** A fault that begins and ends while members write to a site. */
export interface Fault {
  name: string
  /** Prepares the empty data folder. */
  prepare?: (dataDir: string) => Promise<void> | void
  /** The site's settings and start command, for example to use another database. */
  settings?: Record<string, string>
  command?: readonly [string, ...string[]]
  begin: (site: RunningSite) => Promise<void> | void
  end: (site: RunningSite) => Promise<void> | void
  /** What the log must say about the fault. */
  says?: RegExp
  /** How long the fault lasts. */
  seconds: number
  /** Opens the database for checks. Default: the embedded database. */
  withDatabase?: (dataDir: string, work: (db: Db) => Promise<Figure[]>) => Promise<Figure[]>
  /** Additional figures at the end of the fault. */
  during?: (site: RunningSite) => Promise<Figure[]>
  cleanUp?: () => Promise<void> | void
}

/** A site's memory use grows for a while after it starts. It has settled when it has grown by less than 2% in this
 *  time. */
const settleMs = 30_000
const settledGrowth = 1.02
const settleLimitMs = 300_000
const recoveryLimitMs = 120_000
const memoryLimitMs = 90_000
const maxGrowth = 1.2
const probeMs = 500
const healthLimitMs = 2000
const pageLimitMs = 30_000
const writesBeforeFault = 2000

/** Subjects a site to the fault, and makes the checks that all faults have in common: the process stays up and says
 *  what is wrong, nothing acknowledged is lost, and the site, including its memory use, recovers by itself. */
export async function tryFault(fault: Fault): Promise<void> {
  const { dataDir } = temporaryDataDir()
  const target = await startMentionTarget()
  await fault.prepare?.(dataDir)
  const settings = {
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    OUTBOUND_ALLOW: target.host,
    LOG_LEVEL: 'info',
    ...fault.settings,
  }
  const site = await startSite(dataDir, settings, fault.command)
  const [server = 0] = childrenOf(site.pid)
  const figures: Figure[] = []
  const writers = await startWriters({ siteUrls: [site.url], targetUrl: target.url })
  try {
    await writers.acknowledged(writesBeforeFault, settleLimitMs)
    await statusOf(site.url) // Later, it comes from the cache.
    const beforeMb = await settledMemory(server)
    resetPeakMemory(server)
    const loggedBefore = site.output().length
    const first = writers.writes.length
    say(`${fault.name}: begins`)
    await fault.begin(site)
    const probes = await probe(site, fault.seconds)
    figures.push(...probes, ...((await fault.during?.(site)) ?? []))
    const peakMb = peakMemoryMbOf(server) ?? 0
    const endedMs = performance.now()
    await fault.end(site)
    const duringFault = writers.writes.slice(first).filter(({ status }) => status !== null)
    say(`${fault.name}: ended`)
    const { acknowledgedMs } = await writers.acknowledged(1, recoveryLimitMs)
    const isSame = await isRunning(server)
    const { line, isFound } = lineIn(site.output().slice(loggedBefore), fault.says)
    figures.push(
      {
        name: 'writes during the fault',
        value: tally(duringFault.map(({ status }) => status!)),
        isGood: duringFault.every(({ status }) => status !== 500),
      },
      { name: 'the process stayed up', value: isSame ? 'yes' : 'no', isGood: isSame },
      { name: 'the log says', value: line, isGood: isFound },
      {
        name: 'writes again after',
        value: secondsOf(acknowledgedMs! - endedMs),
        isGood: acknowledgedMs! - endedMs < 30_000,
      },
      await memory(server, beforeMb, peakMb),
    )
  } catch (reason) {
    say(site.output().slice(-6000))
    figures.push({ name: 'error', value: String(reason).slice(0, 300), isGood: false })
  }
  figures.push(...(await finish(writers)))
  report(fault.name, figures)

  async function finish({ stop, writes }: Writers): Promise<Figure[]> {
    try {
      await stop()
      const withDatabase = fault.withDatabase ?? withRunningDatabase
      return [
        ...(await withDatabase(dataDir, (db) => writeFigures(db, writes))),
        ...(await deliveryFigures(target, writes)),
      ]
    } finally {
      await site.stop()
      await target.stop()
      await endServer(dataDir)
      await fault.cleanUp?.()
      removeDatabase(dataDir)
    }
  }
}

/** Requests the health check and the home page, which is cached, until the time is up. */
async function probe(site: RunningSite, seconds: number): Promise<Figure[]> {
  const [health, home, ready]: [number[], number[], number[]] = [[], [], []]
  for (const untilMs = performance.now() + seconds * 1000; performance.now() < untilMs; await sleep(probeMs)) {
    health.push(await statusOf(`${site.url}/healthz`, healthLimitMs))
    home.push(await statusOf(site.url, pageLimitMs))
    ready.push(await statusOf(`${site.url}/readyz`))
  }
  return [
    { name: 'GET /healthz during the fault', value: tally(health), isGood: health.every((status) => status === 200) },
    { name: 'GET / during the fault', value: tally(home), isGood: home.every((status) => status === 200) },
    { name: 'GET /readyz during the fault', value: tally(ready) },
  ]
}

async function settledMemory(server: number): Promise<number> {
  const untilMs = performance.now() + settleLimitMs
  for (let lastMb = 0; ;) {
    const nowMb = memoryMbOf(server)
    if (nowMb < lastMb * settledGrowth || performance.now() > untilMs) return nowMb
    lastMb = nowMb
    await sleep(settleMs)
  }
}

async function memory(server: number, beforeMb: number, peakMb: number): Promise<Figure> {
  const limitMb = beforeMb * maxGrowth
  for (const untilMs = performance.now() + memoryLimitMs; memoryMbOf(server) > limitMb && performance.now() < untilMs;)
    await sleep(1000)
  const afterMb = memoryMbOf(server)
  const value = [
    `before ${beforeMb.toFixed(0)} MB`,
    `at most ${peakMb.toFixed(0)} MB`,
    `after ${afterMb.toFixed(0)} MB`,
  ]
  return { name: 'memory of the process', value: value.join(', '), isGood: afterMb <= limitMb }
}

/** Counts statuses: `201 × 40, 503 × 3`. 0 means no response. */
function tally(statuses: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const sorted = [...counts].toSorted(([a], [b]) => a - b)
  return sorted.map(([status, count]) => `${status || 'no response'} × ${count}`).join(', ') || 'none'
}

function lineIn(output: string, says: RegExp | undefined): { line: string; isFound: boolean } {
  const line = output.split('\n').find((text) => says?.test(text))
  const message = /"msg":"([^"]*)"/.exec(line ?? '')?.[1]
  return { line: (message ?? line ?? 'nothing').slice(0, 120), isFound: !says || line !== undefined }
}
