import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type FileEntry, type Files, isUnfinished } from './files.ts'
import { countObjectsBetween, listKnownFiles } from './objects.store.ts'

const graceMs = 60 * 60 * 1000
const firstName = '00000000-0000-0000-0000-000000000000'
const lastName = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Removes files that belong to no object: from uploads interrupted by a crash, and from replaced or removed objects.
 *  Keeps files younger than an hour, because their objects may not be stored yet. @returns the number of files removed,
 *  and the number of objects whose files are missing. Objects without files are kept, because otherwise all objects
 *  would be lost whenever the disk is not mounted */
export async function sweepOrphans(db: Db, files: Files, clock: Clock): Promise<{ removed: number; lost: number }> {
  let removed = 0
  let lost = 0
  let after = firstName
  for await (const entries of files.list()) {
    const finished = entries.filter(({ name }) => !isUnfinished(name)).map(({ name }) => name)
    const known = (await listKnownFiles(db, finished)).map(({ file }) => file)
    const orphans = orphansAmong(entries, new Set(known), clock.now() - graceMs)
    await files.remove(orphans)
    removed += orphans.length
    const upTo = finished.at(-1) ?? after
    lost += await countObjectsBetween(db, { after, upTo, except: known })
    after = upTo
  }
  return { removed, lost: lost + (await countObjectsBetween(db, { after, upTo: lastName, except: [] })) }
}

const orphansAmong = (entries: FileEntry[], known: Set<string>, before: number): string[] =>
  entries.filter(({ name, modifiedMs }) => modifiedMs < before && !known.has(name)).map(({ name }) => name)
