import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#kernel/db.ts'
import { isAlive } from '#kernel/is-alive.ts'
import { wasRestored } from './backups.store.ts'
import { orNull, syncFolder } from './directory-target.ts'

// Keys cannot change in the transaction that changes the database. They wait in a folder named after the restore, which
// the transaction records: after a crash, the next start puts them in place or deletes them.

export const stagingFolder = (dataDir: string, restoreId: string): string =>
  path.join(dataDir, `restore-${process.pid}-${restoreId}`)

/** Moves the restored keys to the data folder. Existing keys that differ are kept under another name. */
export async function putKeysInPlace(dataDir: string, folder: string): Promise<void> {
  const suffix = `.replaced-${path.basename(folder).slice(-8)}`
  for (const name of await readdir(folder)) {
    const target = path.join(dataDir, name)
    const present = await orNull(readFile(target))
    if (present && !present.equals(await readFile(path.join(folder, name)))) await rename(target, `${target}${suffix}`)
    await rename(path.join(folder, name), target)
  }
  await syncFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
}

/** Completes restores that were interrupted after their transaction, and cleans up after all others. */
export async function finishRestores(dataDir: string, db: Db): Promise<void> {
  for (const name of (await orNull(readdir(dataDir))) ?? []) {
    const [, pid, id] = /^restore-(\d+)-([0-9a-f-]{36})$/.exec(name) ?? []
    if (!pid || !id || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
    const folder = path.join(dataDir, name)
    if (await wasRestored(db, id)) await putKeysInPlace(dataDir, folder)
    else await rm(folder, { recursive: true, force: true })
  }
}
