import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '#kernel/log.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { isAlive } from '#kernel/is-alive.ts'
import { orNull } from './directory-target.ts'

const parent = 'backup-work'

/** Runs `work` with a temporary folder in the data folder, not in /tmp, which may be small or in memory. */
export async function withWorkFolder<T>(dataDir: string, log: Log, work: (folder: string) => Promise<T>): Promise<T> {
  const base = path.join(dataDir, parent)
  await removeLeftovers(base, log)
  await mkdir(base, { recursive: true, mode: 0o711 })
  const folder = await mkdtemp(path.join(base, `${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders of processes that were killed, and stops their database servers. */
async function removeLeftovers(base: string, log: Log): Promise<void> {
  for (const name of (await orNull(readdir(base))) ?? []) {
    if (isAlive(Number.parseInt(name, 10))) continue
    const folder = path.join(base, name)
    if (existsSync(path.join(folder, 'postgres/postmaster.pid')))
      await startPostgres({ dataDir: folder, log }).then(
        (server) => server.stop(),
        (err: unknown) =>
          log.warn({ err }, 'backups: the database of an interrupted verification could not be stopped'),
      )
    await rm(folder, { recursive: true, force: true })
  }
}
