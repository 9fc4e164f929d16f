import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type Files, isUnfinished } from './files.ts'
import { listFilesAfter, listKnownFiles } from './objects.store.ts'

const graceMs = 60 * 60 * 1000
const batch = 1000

/** Removes files that belong to no object: from uploads interrupted by a crash, and from replaced or removed objects.
 *  Keeps files younger than an hour, because their object may not be stored yet. @returns how many files were removed,
 *  and how many objects have lost their file. Those objects are kept: if the disk is not mounted, all of them would be
 *  lost */
export async function sweepOrphans(db: Db, files: Files, clock: Clock): Promise<{ removed: number; lost: number }> {
  let removed = 0
  for await (const names of files.listOlderThan(clock.now() - graceMs)) {
    const orphans = await orphansAmong(db, names)
    await files.remove(orphans)
    removed += orphans.length
  }
  return { removed, lost: await countLost(db, files) }
}

async function orphansAmong(db: Db, names: string[]): Promise<string[]> {
  const finished = names.filter((name) => !isUnfinished(name))
  const known = new Set((await listKnownFiles(db, finished)).map(({ file }) => file))
  return names.filter((name) => !known.has(name))
}

async function countLost(db: Db, files: Files): Promise<number> {
  let lost = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await listFilesAfter(db, last, batch)
    for (const { file } of rows) if (!(await files.has(file))) lost++
    if (rows.length < batch) return lost
    last = rows.at(-1)!.file
  }
}
