import { Command } from '@commander-js/extra-typings'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { type BackupRun, runBackupCommand } from '../../../bench/backup.ts'
import { writePictures } from '../../../bench/pictures.ts'
import { seedPosts } from '../../../bench/seed.ts'
import { type Random, randomFrom } from '../../fuzz/random.ts'
import { type Figure, report, say, secondsOf } from './figures.ts'
import { positiveInteger } from './options.ts'

const pictureBytes = 200 * 1024
const quietMs = 20_000
const maxMemoryMb = 300
/** How much slower the site may be during a backup than while another process computes with low priority. */
const maxSlowdown = 1.1

export const largeBackup = new Command('large-backup')
  .summary('Back up, verify, and restore a large site')
  .description(
    'Fills a site with posts and pictures. Then backs it up, verifies the backup, and restores it into another folder, while a visitor reads posts that are not cached. Reports durations, peak memory, and how much slower the visitor’s pages were, also in comparison with a process that only computes.',
  )
  .option('--posts <number>', 'Number of posts', positiveInteger, 100_000)
  .option('--pictures <number>', 'Number of pictures of 200 kB', positiveInteger, 10_000)
  .option('--seed <number>', 'Seed for the posts that the visitor reads', positiveInteger, 1)
  .action(async ({ posts, pictures, seed }) => {
    const [{ dataDir, remove }, other] = [temporaryDataDir(), temporaryDataDir()]
    try {
      say('Filling the site')
      await seedPosts(dataDir, posts)
      writePictures(path.join(dataDir, 'storage'), pictures, pictureBytes)
      const site = await startSite(dataDir, { RATE_LIMITS: 'off', BACKUPS: 'off' })
      try {
        const figures = await measure(site, readerOf(site, posts, randomFrom(seed)), other.dataDir)
        report(`large-backup: ${posts} posts, ${pictures} pictures, seed ${seed}`, figures)
      } finally {
        await site.stop()
      }
    } finally {
      remove()
      other.remove()
    }
  })

type Reader = ReturnType<typeof readerOf>

async function measure({ dataDir }: RunningSite, reader: Reader, otherDir: string): Promise<Figure[]> {
  /** Does the work between two quiet periods. @returns its result, and how much slower the pages were meanwhile */
  async function beside<T>(work: () => Promise<T>) {
    const before = await reader.during(() => sleep(quietMs))
    const { result, pageMs } = await reader.during(work)
    const after = await reader.during(() => sleep(quietMs))
    return { result, slowdown: pageMs / ((before.pageMs + after.pageMs) / 2) }
  }
  const backups = path.join(otherDir, 'backups')
  const commands = [
    ['create', { DATA_DIR: dataDir, BACKUP_DIR: backups }],
    ['verify', { DATA_DIR: dataDir, BACKUP_DIR: backups }],
    ['restore', { DATA_DIR: path.join(otherDir, 'data'), BACKUP_DIR: backups }],
  ] as const
  await reader.during(() => sleep(quietMs)) // warms up
  const { slowdown: reference } = await beside(computeIdly)
  const figures: Figure[] = [
    { name: 'a process that computes with low priority: time per page', value: reference.toFixed(2) },
  ]
  for (const [name, settings] of commands) {
    const { result, slowdown } = await beside(() => runBackupCommand(name, settings))
    figures.push(...figuresOf(result, slowdown, reference))
    say(`${name}: ${secondsOf(result.ms)}`)
  }
  return figures
}

/** Uses one core with the lowest priority, as a reference: cores share memory and caches. */
async function computeIdly(): Promise<void> {
  const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
  os.setPriority(child.pid!, os.constants.priority.PRIORITY_LOW)
  await sleep(quietMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const figuresOf = ({ name, ms, peakMb }: BackupRun, slowdown: number, reference: number): Figure[] => [
  { name: `${name}: duration`, value: secondsOf(ms) },
  {
    name: `${name}: peak memory, MB`,
    value: Math.round(peakMb ?? NaN),
    isGood: peakMb !== null && peakMb <= maxMemoryMb,
  },
  {
    name: `${name}: time per page, compared with before and after`,
    value: slowdown.toFixed(2),
    isGood: slowdown <= maxSlowdown * Math.max(1, reference),
  },
]

/** Reads random posts, one after another. */
function readerOf({ url }: RunningSite, posts: number, random: Random) {
  async function read(): Promise<void> {
    const response = await fetch(`${url}/post/${random.below(posts) + 1}`)
    if (!response.ok) throw new Error(`A post responded with ${response.status}.`)
    await response.arrayBuffer()
  }
  return {
    /** Reads while `work` runs. @returns its result and the mean time per page in milliseconds */
    async during<T>(work: () => Promise<T>): Promise<{ result: T; pageMs: number }> {
      const done = new AbortController()
      const working = work().finally(() => done.abort())
      working.catch(() => {}) // thrown below, once the last page has been read
      const startedMs = performance.now()
      let pages = 0
      try {
        for (; !done.signal.aborted; pages++) await read()
      } finally {
        await Promise.allSettled([working])
      }
      return { result: await working, pageMs: (performance.now() - startedMs) / pages }
    },
  }
}
