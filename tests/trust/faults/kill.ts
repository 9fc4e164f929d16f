import { Command } from '@commander-js/extra-typings'
import { setTimeout as sleep } from 'node:timers/promises'
import { endServer, removeDatabase } from '#tests/support/postgres-folders.ts'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { randomFrom } from '../../fuzz/random.ts'
import { statusOf } from './accounts.ts'
import { durationsOf, type Figure, report, say, secondsOf } from './figures.ts'
import { startMentionTarget } from './mention-target.ts'
import { positiveInteger } from './options.ts'
import { killAll, postmasterOf, treeOf, withRunningDatabase } from './site-processes.ts'
import { startWriters } from './writers.ts'
import { deliveryFigures, writeFigures } from './write-figures.ts'
import { compareWrites, findBackend } from './written.store.ts'

const victims = ['server', 'postmaster', 'backend', 'everything'] as const
type Victim = (typeof victims)[number]

const recoveryLimitMs = 60_000
/** The number of acknowledged writes before each kill, so that it happens under load. */
const writesPerRound = 20
const maxDelayMs = 1500

export const kill = new Command('kill')
  .summary('Kill the processes of a site with the built-in database')
  .description(
    'Kills the server, the postmaster, a backend, and everything in turn with SIGKILL while members write. Fails if an acknowledged write is lost or stored twice, or if the site does not start again.',
  )
  .option('--rounds <number>', 'Number of kills', positiveInteger, 20)
  .option('--seed <number>', 'Seed for the moments of the kills', positiveInteger, 1)
  .action(killRounds)

async function killRounds({ rounds, seed }: { rounds: number; seed: number }): Promise<void> {
  const random = randomFrom(seed)
  const { dataDir } = temporaryDataDir()
  const target = await startMentionTarget()
  const site = await startSite(dataDir, {
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: target.host,
  })
  const writers = await startWriters({ siteUrls: [site.url], targetUrl: target.url })
  const recoveries: Record<Victim, number[]> = { server: [], postmaster: [], backend: [], everything: [] }
  let failedStarts = 0
  let lostInRounds = 0
  try {
    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length]!
      await writers.acknowledged(writesPerRound, recoveryLimitMs)
      await sleep(random.below(maxDelayMs))
      const killedMs = performance.now()
      await killIn[victim](site)
      if (victim === 'server' || victim === 'everything')
        await site.again().catch((reason: unknown) => {
          failedStarts++
          throw reason
        })
      const { acknowledgedMs } = await writers.acknowledged(1, recoveryLimitMs)
      while ((await statusOf(`${site.url}/readyz`)) !== 200) await sleep(20)
      recoveries[victim].push(acknowledgedMs! - killedMs)
      const { lost } = await withRunningDatabase(dataDir, (db) => compareWrites(db, writers.writes))
      lostInRounds = Math.max(lostInRounds, lost.length)
      say(
        `${round + 1}/${rounds} ${victim}: writes again after ${secondsOf(acknowledgedMs! - killedMs)}, ${lost.length} lost`,
      )
    }
  } catch (reason) {
    say(site.output().slice(-4000))
    say(String(reason))
    process.exitCode = 1
  } finally {
    await writers.stop()
    const figures: Figure[] = [
      ...victims.map((victim) => ({ name: `writes again, ${victim} killed`, value: durationsOf(recoveries[victim]) })),
      { name: 'failed starts', value: failedStarts, isGood: failedStarts === 0 },
      { name: 'acknowledged writes missing after a round', value: lostInRounds, isGood: lostInRounds === 0 },
      ...(await withRunningDatabase(dataDir, (db) => writeFigures(db, writers.writes))),
      ...(await deliveryFigures(target, writers.writes)),
    ]
    await site.stop()
    await target.stop()
    await endServer(dataDir)
    removeDatabase(dataDir)
    report(`kill: ${rounds} rounds, seed ${seed}`, figures)
  }
}

const killIn: Record<Victim, (site: RunningSite) => Promise<void>> = {
  server: (site) => site.kill(),
  postmaster: ({ dataDir }) => killAll([postmasterOf(dataDir)]),
  backend: async ({ dataDir }) => killAll([await withRunningDatabase(dataDir, findBackend)]),
  everything: ({ pid, dataDir }) => killAll([...treeOf(postmasterOf(dataDir)), ...treeOf(pid)]),
}
