import { Command } from '@commander-js/extra-typings'
import path from 'node:path'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { type BackupRun, startBackupCommand } from '../../../bench/backup.ts'
import { writePictures } from '../../../bench/pictures.ts'
import { seedPosts } from '../../../bench/seed.ts'
import { type Random, randomFrom } from '../../fuzz/random.ts'
import { type Figure, report, say, secondsOf } from './figures.ts'
import { positiveInteger } from './options.ts'
import { signalTo, treeOf } from './site-processes.ts'

const pictureBytes = 200 * 1024
const warmUpMs = 20_000
const sliceMs = 3000
const maxMemoryMb = 300
/** How much slower the site may be during a backup or its verification. A site that is being restored does not run, so
 *  restoring does not pause for other processes. */
const maxSlowdown = 1.1

export const largeBackup = new Command('large-backup')
  .summary('Back up, verify, and restore a large site')
  .description(
    'Fills a site with posts and pictures. Then backs it up, verifies the backup, and restores it into another folder, while a visitor reads posts that are not cached. Stops each command every few seconds, and reports durations, peak memory, and how much slower the visitor’s pages are while it is running than while it is stopped.',
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
  const backups = path.join(otherDir, 'backups')
  const commands = [
    ['create', { DATA_DIR: dataDir, BACKUP_DIR: backups }],
    ['verify', { DATA_DIR: dataDir, BACKUP_DIR: backups }],
    ['restore', { DATA_DIR: path.join(otherDir, 'data'), BACKUP_DIR: backups }],
  ] as const
  await reader.read(warmUpMs)
  const figures: Figure[] = []
  for (const [name, settings] of commands) {
    const { pid, done } = startBackupCommand(name, settings)
    const { pausedMs, slowdown } = await compare(reader, pid, done)
    const run = await done
    figures.push(...figuresOf({ ...run, ms: run.ms - pausedMs }, slowdown))
    say(`${name}: ${secondsOf(run.ms - pausedMs)}, time per page × ${slowdown.toFixed(2)}`)
  }
  return figures
}

/** Reads pages until the process has ended. Every few seconds, stops the process and everything it has started, or lets
 *  it continue, so that anything else that happens on the machine affects both.
 *  @returns how long it was stopped, and how much slower pages were while it was running */
async function compare(reader: Reader, pid: number, done: Promise<unknown>) {
  const ended = new AbortController()
  void done.catch(() => {}).finally(() => ended.abort())
  const [running, stopped] = [
    { ms: 0, pages: 0 },
    { ms: 0, pages: 0 },
  ]
  const signalAll = (signal: NodeJS.Signals) => treeOf(pid).forEach((one) => signalTo(one, signal))
  try {
    for (let isStopped = false; !ended.signal.aborted; isStopped = !isStopped) {
      signalAll(isStopped ? 'SIGSTOP' : 'SIGCONT')
      const { ms, pages } = await reader.read(sliceMs, () => ended.signal.aborted)
      const sum = isStopped ? stopped : running
      sum.ms += ms
      sum.pages += pages
    }
  } finally {
    signalAll('SIGCONT')
  }
  if (stopped.pages === 0) throw new Error('The command ended too soon to compare the pages. Use more --posts.')
  return { pausedMs: stopped.ms, slowdown: running.ms / running.pages / (stopped.ms / stopped.pages) }
}

const figuresOf = ({ name, ms, peakMb }: BackupRun, slowdown: number): Figure[] => [
  { name: `${name}: duration`, value: secondsOf(ms) },
  {
    name: `${name}: peak memory, MB`,
    value: Math.round(peakMb ?? NaN),
    isGood: peakMb !== null && peakMb <= maxMemoryMb,
  },
  {
    name: `${name}: time per page, compared with while it is stopped`,
    value: slowdown.toFixed(2),
    ...(name !== 'restore' && { isGood: slowdown <= maxSlowdown }),
  },
]

/** Reads random posts, one after another. */
function readerOf({ url }: RunningSite, posts: number, random: Random) {
  async function readOne(): Promise<void> {
    const response = await fetch(`${url}/post/${random.below(posts) + 1}`)
    if (!response.ok) throw new Error(`A post responded with ${response.status}.`)
    await response.arrayBuffer()
  }
  return {
    /** Reads for the time, or until it `isOver`. @returns the time that it took, and the number of pages */
    async read(forMs: number, isOver = () => false): Promise<{ ms: number; pages: number }> {
      const startedMs = performance.now()
      let pages = 0
      for (; performance.now() - startedMs < forMs && !isOver(); pages++) await readOne()
      return { ms: performance.now() - startedMs, pages }
    },
  }
}
