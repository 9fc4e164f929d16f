import { Command } from '@commander-js/extra-typings'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endServer, removeDatabase } from '#tests/support/postgres-folders.ts'
import { npmStart, type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { runBackupCommand } from '../../../bench/backup.ts'
import { requestRandomPages } from '../../../bench/memory.ts'
import { seedPosts } from '../../../bench/seed.ts'
import { statusOf } from './accounts.ts'
import { type Figure, report, say } from './figures.ts'
import { createMemoryGroup, type MemoryGroup } from './memory-group.ts'
import { startMentionTarget } from './mention-target.ts'
import { positiveInteger } from './options.ts'
import { withRunningDatabase } from './site-processes.ts'
import { startWriters } from './writers.ts'
import { deliveryFigures, writeFigures } from './write-figures.ts'

const posts = 10_000
const sampleMs = 200
const cardMs = 1000
const cardLimitMs = 60_000

export const smallMachine = new Command('small-machine')
  .summary('Run the whole site with little memory')
  .description(
    'Runs a site with 10,000 posts, its database, and all its other processes in a control group without swap space, while members write, visitors read pages that are not cached, and social images are drawn. Then backs it up and verifies the backup. Fails if a request fails, or if the kernel kills a process because the group has no memory left.',
  )
  .option('--memory <megabytes>', 'Memory of the group', positiveInteger, 512)
  .option('--seconds <number>', 'How long visitors read', positiveInteger, 120)
  .action(async ({ memory, seconds }) => {
    const { dataDir } = temporaryDataDir()
    const target = await startMentionTarget()
    const group = createMemoryGroup(memory)
    const used = watchMemory(group)
    const figures: Figure[] = []
    let site: RunningSite | null = null
    try {
      say('Filling the site')
      await seedPosts(dataDir, posts)
      const settings = { RATE_LIMITS: 'off', BACKUPS: 'off', OUTBOUND_ALLOW: target.host }
      site = await startSite(dataDir, settings, [...group.prefix, ...npmStart])
      const writers = await startWriters({ siteUrls: [site.url], targetUrl: target.url })
      try {
        figures.push(...(await visit(site.url, seconds)), ...(await backUp(dataDir, group)))
      } finally {
        await writers.stop()
      }
      const refused = writers.writes.filter(({ status }) => status !== 201).length
      figures.push({ name: 'writes refused', value: refused, isGood: refused === 0 })
      figures.push(...(await withRunningDatabase(dataDir, (db) => writeFigures(db, writers.writes))))
      figures.push(...(await deliveryFigures(target, writers.writes)))
    } catch (reason) {
      say(site?.output().slice(-6000) ?? '')
      figures.push({ name: 'error', value: String(reason).slice(0, 300), isGood: false })
    } finally {
      figures.push({ name: 'processes killed by the kernel', value: group.kills(), isGood: group.kills() === 0 })
      figures.push({ name: 'memory in use, not counting cached files', value: `at most ${used.stop().toFixed(0)} MB` })
      await site?.stop()
      await target.stop()
      await endServer(dataDir)
      removeDatabase(dataDir)
      group.remove()
    }
    report(`small-machine: ${memory} MB, ${posts} posts`, figures)
  })

/** Reads pages that are not cached, and draws social images at the same time. */
async function visit(url: string, seconds: number): Promise<Figure[]> {
  const done = new AbortController()
  const drawing = drawCards(url, done.signal)
  const pages = await requestRandomPages(url, seconds * 1000).finally(() => done.abort())
  const cards = await drawing
  const failed = cards.filter((status) => status !== 200).length
  return [
    { name: 'pages read', value: pages },
    { name: 'social images', value: cards.length },
    { name: 'social images that failed', value: failed, isGood: failed === 0 },
  ]
}

async function drawCards(url: string, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = []
  for (let id = 1; !signal.aborted; id++) {
    statuses.push(await statusOf(`${url}/cards/post/${id}.png`, cardLimitMs))
    await sleep(cardMs)
  }
  return statuses
}

/** Backs up and verifies the backup in the same group. The site's own backups run in such a process, too. */
async function backUp(dataDir: string, group: MemoryGroup): Promise<Figure[]> {
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: path.join(dataDir, 'backups') }
  const figures: Figure[] = []
  for (const name of ['create', 'verify']) {
    const { ms, peakMb } = await runBackupCommand(name, settings, group.prefix)
    const value = `${(ms / 1000).toFixed(1)} s, ${peakMb?.toFixed(0)} MB`
    figures.push({ name: `backup ${name}: duration, peak memory`, value })
  }
  return figures
}

/** @returns a function that stops and returns the maximum */
function watchMemory({ usedMb }: MemoryGroup): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, usedMb())), sampleMs)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
