import { Command } from '@commander-js/extra-typings'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endServer, removeDatabase } from '#tests/support/postgres-folders.ts'
import { type RunningSite, startSite, temporaryDataDir } from '#tests/support/site.ts'
import { writePictures } from '../../../bench/pictures.ts'
import { type Random, randomFrom } from '../../fuzz/random.ts'
import { call, signIn, signUp } from './accounts.ts'
import { backup, backupResult, killBackup } from './backup-command.ts'
import { type Figure, report, say } from './figures.ts'
import { startMentionTarget } from './mention-target.ts'
import { positiveInteger } from './options.ts'
import { withRunningDatabase } from './site-processes.ts'
import { type Writers, startWriters } from './writers.ts'
import { writeFigures } from './write-figures.ts'
import { textsDigest } from './written.store.ts'

const pictures = 300
const pictureBytes = 100 * 1024
const writesPerRound = 5
const recoveryLimitMs = 60_000
/** The initial fraction of its duration during which the command is only loading its modules. */
const earliestKill = 0.15
const author = 'backup_author'
const keyFile = 'trust.key'

export const backups = new Command('backups')
  .summary('Kill backups and restores, and damage backups')
  .description(
    'Kills backups of a running site while members write, then restores of the stopped site, with SIGKILL at random moments. Then flips single bits in the files of a backup. Fails if a listed backup is incomplete, if a killed restore leaves anything but the old or the new state or cannot be repeated, or if a flipped bit is not found.',
  )
  .option('--rounds <number>', 'Number of kills, half of them during restores', positiveInteger, 20)
  .option('--flips <number>', 'Number of flipped bits', positiveInteger, 20)
  .option('--seed <number>', 'Seed for the moments of the kills and for the bits', positiveInteger, 1)
  .action(async ({ rounds, flips, seed }) => {
    const random = randomFrom(seed)
    const { dataDir } = temporaryDataDir()
    const target = await startMentionTarget()
    const site = await startSite(dataDir, { RATE_LIMITS: 'off', BACKUPS: 'off', OUTBOUND_ALLOW: target.host })
    const figures: Figure[] = []
    try {
      await signUp(site.url, author)
      const writers = await startWriters({ siteUrls: [site.url], targetUrl: target.url })
      writePictures(path.join(dataDir, 'storage'), pictures, pictureBytes)
      figures.push(...(await killBackups(site, writers, Math.ceil(rounds / 2), random)))
      const id = await createQuietBackup(site)
      figures.push(...(await killRestores(site, id, Math.floor(rounds / 2), random)))
      figures.push(...(await verifyAll(dataDir)), ...(await flipBits(dataDir, id, flips, random)))
    } catch (reason) {
      say(site.output().slice(-4000))
      figures.push({ name: 'error', value: String(reason).slice(0, 1000), isGood: false })
    } finally {
      await site.stop()
      await target.stop()
      await endServer(dataDir)
      removeDatabase(dataDir)
    }
    report(`backups: ${rounds} kills, ${flips} flipped bits, seed ${seed}`, figures)
  })

interface Listed {
  backups: { id: string; reason: string; archive: { path: string }; blobs?: string[] }[]
  unreadable: string[]
}

const momentOf = (random: Random, durationMs: number): number =>
  durationMs * (earliestKill + ((1 - earliestKill) * random.below(1000)) / 1000)

async function killBackups(
  { dataDir }: RunningSite,
  writers: Writers,
  rounds: number,
  random: Random,
): Promise<Figure[]> {
  await writers.acknowledged(writesPerRound, recoveryLimitMs)
  await backupResult(dataDir, 'create')
  const { ms } = await backup(dataDir, 'create') // The first one also stored all pictures.
  let interrupted = 0
  let unreadable = 0
  for (let round = 1; round <= rounds; round++) {
    await writers.acknowledged(writesPerRound, recoveryLimitMs)
    writePictures(path.join(dataDir, 'storage'), pictures, pictureBytes) // new content, to be stored again
    const wasRunning = await killBackup(dataDir, momentOf(random, ms), 'create')
    if (wasRunning) interrupted++
    const listed = await backupResult<Listed>(dataDir, 'list')
    unreadable += listed.unreadable.length
    say(`${round}/${rounds} backup ${wasRunning ? 'killed' : 'completed'}, ${listed.backups.length} listed`)
  }
  await writers.stop()
  return [
    { name: 'backups killed before they ended', value: `${interrupted} of ${rounds}`, isGood: interrupted > 0 },
    { name: 'incomplete backups listed', value: unreadable, isGood: unreadable === 0 },
    ...(await withRunningDatabase(dataDir, (db) => writeFigures(db, writers.writes))),
  ]
}

/** Backs up the site while no one writes, so that its contents are known. @returns the id */
async function createQuietBackup({ dataDir }: RunningSite): Promise<string> {
  writeFileSync(path.join(dataDir, keyFile), 'as in the backup')
  return (await backupResult<{ id: string }>(dataDir, 'create')).id
}

/** The site's content and keys. */
async function stateOf(dataDir: string): Promise<string> {
  const digest = await withRunningDatabase(dataDir, textsDigest)
  return `${digest} ${readFileSync(path.join(dataDir, keyFile), 'utf8')}`
}

async function killRestores(site: RunningSite, id: string, rounds: number, random: Random): Promise<Figure[]> {
  const { dataDir } = site
  const backedUp = await stateOf(dataDir)
  const restore = ['restore', id, '--replace'] as const
  await site.stop()
  const { ms, code, text } = await backup(dataDir, ...restore)
  if (code !== 0) throw new Error(text)
  await site.again()
  let interrupted = 0
  const kept = { old: 0, new: 0, mixed: 0 }
  for (let round = 1; round <= rounds; round++) {
    const changed = await changeSite(site, round)
    await site.stop()
    const wasRunning = await killBackup(dataDir, momentOf(random, ms), ...restore)
    if (wasRunning) interrupted++
    await site.again()
    const state = await stateOf(dataDir)
    const outcome = state === changed ? 'old' : state === backedUp ? 'new' : 'mixed'
    kept[outcome]++
    say(`${round}/${rounds} restore ${wasRunning ? 'killed' : 'completed'}: ${outcome} state`)
  }
  await site.stop()
  await backupResult(dataDir, ...restore)
  await site.again()
  const isRestored = (await stateOf(dataDir)) === backedUp
  await site.stop()
  const leftovers = leftoversIn(dataDir)
  return [
    { name: 'restores killed before they ended', value: `${interrupted} of ${rounds}`, isGood: interrupted > 0 },
    { name: 'old state kept, new state complete', value: `${kept.old}, ${kept.new}` },
    { name: 'neither the old nor the new state', value: kept.mixed, isGood: kept.mixed === 0 },
    { name: 'the restore could be repeated', value: isRestored ? 'yes' : 'no', isGood: isRestored },
    { name: 'leftovers', value: leftovers.join(', ') || 'none', isGood: leftovers.length === 0 },
  ]
}

/** Changes the site's content and its key. @returns its state */
async function changeSite({ url, dataDir }: RunningSite, round: number): Promise<string> {
  const account = { username: author, token: await signIn(url, author) }
  await call(url, '/api/posts', { account, body: { content: `After the backup, round ${round}` } })
  writeFileSync(path.join(dataDir, keyFile), `changed in round ${round}`)
  return stateOf(dataDir)
}

const leftoversIn = (dataDir: string): string[] =>
  ['', 'backup-work', 'backups/.partial'].flatMap((folder) => {
    try {
      return readdirSync(path.join(dataDir, folder))
        .filter((name) => folder !== '' || name.startsWith('restore-'))
        .map((name) => path.join(folder, name))
    } catch {
      return [] // The folder does not exist.
    }
  })

/** Verifies every listed backup, including those created during restores. */
async function verifyAll(dataDir: string): Promise<Figure[]> {
  const listed = await backupResult<Listed>(dataDir, 'list')
  let failed = 0
  for (const { id } of listed.backups) {
    const { code, text } = await backup(dataDir, 'verify', id)
    if (code === 0) continue
    failed++
    say(text)
  }
  return [
    { name: 'backups listed in the end', value: listed.backups.length },
    { name: 'listed backups that cannot be restored', value: failed, isGood: failed === 0 },
  ]
}

async function flipBits(dataDir: string, id: string, flips: number, random: Random): Promise<Figure[]> {
  const folder = path.join(dataDir, 'backups')
  const index = JSON.parse(readFileSync(path.join(folder, `${id}.json`), 'utf8')) as Required<Listed['backups'][number]>
  const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const kinds = [
    [index.archive.path],
    [`${id}.json`],
    stored.filter((name) => index.blobs.includes(path.basename(name))),
  ]
  let missed = 0
  for (let flip = 0; flip < flips; flip++) {
    const name = random.pick(kinds[flip % kinds.length]!)
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    const bit = random.below(bytes.length * 8)
    const damaged = Buffer.from(bytes)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(file, damaged)
    const { code } = await backup(dataDir, 'verify', id)
    writeFileSync(file, bytes)
    if (code === 1) continue
    missed++
    say(`A flipped bit was not found: bit ${bit} of ${name}, exit code ${code}`)
  }
  const { code } = await backup(dataDir, 'verify', id)
  return [
    { name: 'flipped bits not found', value: `${missed} of ${flips}`, isGood: missed === 0 },
    { name: 'the repaired backup is complete', value: code === 0 ? 'yes' : 'no', isGood: code === 0 },
  ]
}
