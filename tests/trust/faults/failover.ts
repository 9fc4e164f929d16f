import { Command } from '@commander-js/extra-typings'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveS3 } from '#tests/support/s3-server.ts'
import { randomFrom } from '../../fuzz/random.ts'
import { statusOf } from './accounts.ts'
import { playsAgain, startBroadcast } from './broadcast.ts'
import { type ChatReader, readChat } from './chat-reader.ts'
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts'
import type { DatabaseNode } from './database-node.ts'
import { durationsOf, type Figure, report, say, secondsOf } from './figures.ts'
import { isolated, run } from './isolated.ts'
import { type MentionTarget, startMentionTarget } from './mention-target.ts'
import { createNetwork, outside } from './network.ts'
import { positiveInteger } from './options.ts'
import { startWebMachine, type WebMachine } from './web-machine.ts'
import { startWriters, type Write, type Writers } from './writers.ts'
import { deliveryFigures, writeFigures } from './write-figures.ts'
import { compareWrites } from './written.store.ts'

const kinds = ['kill', 'cut'] as const
type Kind = (typeof kinds)[number]

const recoveryLimitMs = 120_000
const clusterLimitMs = 180_000
const streamLimitMs = 90_000
const chatLimitMs = 120_000
/** The maximum time without writes. */
const outageLimitMs = 30_000
const writesPerRound = 20
const maxDelayMs = 2000

export const failover = new Command('failover')
  .summary('Kill and cut off the primary of a database cluster')
  .description(
    'Runs two web machines without a common disk, three database machines under Patroni with synchronous replication, and a bucket, each in a network namespace. Kills the machine of the primary, or cuts its network, in turn, while members write, chat, and watch a livestream. Needs Patroni 4, and Debian’s etcd-server, postgresql, haproxy, and ffmpeg.',
  )
  .option('--rounds <number>', 'Number of failovers', positiveInteger, 6)
  .option('--seed <number>', 'Seed for the moments of the failures', positiveInteger, 1)
  .action(isolated(failOver))

interface Deployment {
  cluster: DatabaseCluster
  webs: WebMachine[]
  target: MentionTarget
  writers: Writers
  readers: ChatReader[]
}

interface Outcome {
  kind: Kind
  writesMs: number
  readyMs: number
  playsMs: number | null
  lost: number
}

async function failOver({ rounds, seed }: { rounds: number; seed: number }): Promise<void> {
  const random = randomFrom(seed)
  const deployment = await deploy()
  const { cluster, webs, writers, readers, target } = deployment
  const livestream = writers.livestream
  const broadcast = startBroadcast(
    webs.map(({ machine, rtmpPort }) => `rtmp://${machine.address}:${rtmpPort}`),
    livestream.streamKey,
  )
  const outcomes: Outcome[] = []
  try {
    if ((await playsAgain(webs[1]!.site.url, livestream.id, streamLimitMs)) === null)
      throw new Error('The stream did not start.')
    for (let round = 0; round < rounds; round++) {
      const primary = await cluster.healthy(clusterLimitMs)
      await writers.acknowledged(writesPerRound, recoveryLimitMs)
      await sleep(random.below(maxDelayMs))
      const outcome = await failRound(deployment, primary, kinds[round % kinds.length]!)
      outcomes.push(outcome)
      say(`${round + 1}/${rounds} ${lineOf(primary, outcome)}`)
    }
  } catch (reason) {
    for (const { site } of webs) say(site.output().slice(-3000))
    for (const node of cluster.nodes) say(`${node.machine.name}: ${node.log().slice(-1500)}`)
    say(String(reason))
    process.exitCode = 1
  }
  await broadcast.stop()
  await writers.stop()
  const messages = await missedMessages(readers, writers.writes)
  const counts = await cluster.withDatabase((db) => writeFigures(db, writers.writes))
  const deliveries = await deliveryFigures(target, writers.writes)
  report(`failover: ${outcomes.length} rounds, seed ${seed}`, [
    ...figuresOf(outcomes, rounds),
    ...counts,
    ...deliveries,
    ...messages,
  ])
  // The processes end with their namespace.
  process.exit()
}

/** @throws Error if Patroni is missing or too old: version 3.0.2 can lose acknowledged writes */
function requirePatroni4(): void {
  const version = run('patroni', '--version').trim()
  if (!/^patroni (?:[4-9]|\d{2,})\./.test(version)) throw new Error(`Install Patroni 4; this is ${version}.`)
}

async function deploy(): Promise<Deployment> {
  requirePatroni4()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-failover-'))
  chmodSync(folder, 0o755)
  createNetwork()
  const target = await startMentionTarget(outside)
  const bucket = await serveS3({ address: outside })
  const cluster = await startDatabaseCluster(folder)
  const primary = await cluster.healthy(clusterLimitMs)
  say(`The database cluster is ready; the primary is ${primary.machine.name}.`)
  const settings = {
    ...bucket.environment,
    DATABASE_URL: cluster.url,
    IDENTITY_KEY: randomBytes(32).toString('hex'),
    SITE_URL: 'https://devstead.test',
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: target.host,
  }
  const webs = [await startWebMachine(1, settings, folder), await startWebMachine(2, settings, folder)]
  const writers = await startWriters({ siteUrls: webs.map(({ site }) => site.url), targetUrl: target.url })
  const readers = webs.map(({ site }) => readChat(site.url, writers.livestream.id))
  say('The site is ready.')
  return { cluster, webs, target, writers, readers }
}

async function failRound({ cluster, webs, writers }: Deployment, primary: DatabaseNode, kind: Kind): Promise<Outcome> {
  const failedMs = performance.now()
  if (kind === 'kill') await primary.kill()
  else primary.machine.cut()
  const { acknowledgedMs } = await writers.acknowledged(1, recoveryLimitMs)
  const urls = webs.map(({ site }) => site.url)
  await Promise.all(urls.map(untilReady))
  const readyMs = performance.now() - failedMs
  const played = await Promise.all(urls.map((url) => playsAgain(url, writers.livestream.id, streamLimitMs)))
  const playsMs = played.some((ms) => ms === null) ? null : performance.now() - failedMs
  const { lost } = await cluster.withDatabase((db) => compareWrites(db, writers.writes))
  if (kind === 'kill') primary.start()
  else primary.machine.connect()
  return { kind, writesMs: acknowledgedMs! - failedMs, readyMs, playsMs, lost: lost.length }
}

async function untilReady(url: string): Promise<void> {
  for (const untilMs = performance.now() + recoveryLimitMs; (await statusOf(`${url}/readyz`)) !== 200; await sleep(100))
    if (performance.now() > untilMs) throw new Error(`${url} is not ready.`)
}

const lineOf = ({ machine }: DatabaseNode, { kind, writesMs, readyMs, playsMs, lost }: Outcome): string =>
  `${kind} ${machine.name}: writes again after ${secondsOf(writesMs)}, both machines ready after ${secondsOf(readyMs)}, stream plays after ${playsMs === null ? 'never' : secondsOf(playsMs)}, ${lost} lost`

function figuresOf(outcomes: Outcome[], rounds: number): Figure[] {
  const lost = Math.max(0, ...outcomes.map((one) => one.lost))
  const stalled = outcomes.filter(({ playsMs }) => playsMs === null).length
  return [
    { name: 'rounds completed', value: outcomes.length, isGood: outcomes.length === rounds },
    ...kinds.map((kind) => {
      const durations = outcomes.filter((one) => one.kind === kind).map(({ writesMs }) => writesMs)
      return {
        name: `writes again, primary ${kind}`,
        value: durationsOf(durations),
        isGood: durations.every((ms) => ms <= outageLimitMs),
      }
    }),
    { name: 'both machines ready again', value: durationsOf(outcomes.map(({ readyMs }) => readyMs)) },
    {
      name: 'stream plays on both machines',
      value: durationsOf(outcomes.flatMap(({ playsMs }) => playsMs ?? [])),
      isGood: stalled === 0,
    },
    { name: 'acknowledged writes missing after a round', value: lost, isGood: lost === 0 },
  ]
}

/** Returns how many acknowledged messages did not reach the viewers, who reconnected during the failures. */
async function missedMessages(readers: readonly ChatReader[], writes: readonly Write[]): Promise<Figure[]> {
  const texts = writes
    .filter(({ kind, acknowledgedMs }) => kind === 'message' && acknowledgedMs !== null)
    .map(({ text }) => text)
  const missedBy = ({ messages }: ChatReader) => {
    const seen = new Set(messages)
    return texts.filter((text) => !seen.has(text)).length
  }
  const missed = () => readers.reduce((sum, reader) => sum + missedBy(reader), 0)
  for (const untilMs = performance.now() + chatLimitMs; missed() > 0 && performance.now() < untilMs;) await sleep(500)
  const repeated = readers.reduce((sum, { messages }) => sum + messages.length - new Set(messages).size, 0)
  return [
    { name: 'chat messages acknowledged', value: texts.length },
    { name: 'chat messages missed by viewers', value: missed(), isGood: missed() === 0 },
    { name: 'chat messages shown twice', value: repeated, isGood: repeated === 0 },
  ]
}
