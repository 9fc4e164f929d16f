import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { filesBelow, orNull, syncFolder } from './directory-target.ts'

/** Site files that do not change once they are complete, such as pictures. */
export interface FileSource {
  /** The first part of the files' paths in backups: `storage`. */
  name: string
  /** Yields the paths of all complete files. */
  list(): AsyncIterable<string>
  /** Opens the file, or returns null if it does not exist. */
  open(path: string): Promise<Readable | null>
  /** Adds or replaces the file, atomically and durably. */
  write(path: string, content: Readable): Promise<void>
}

const unfinished = '.part'

/** Files in a folder. @param isIncluded whether to back up the file; by default all except unfinished ones */
export function folderSource(
  name: string,
  folder: string,
  isIncluded: (path: string, all: ReadonlySet<string>) => boolean = () => true,
): FileSource {
  const pathOf = (file: string) => path.join(folder, ...file.split('/'))
  return {
    name,
    async *list() {
      const all = new Set<string>()
      for await (const file of filesBelow(folder)) if (!file.endsWith(unfinished)) all.add(file)
      for (const file of all) if (isIncluded(file, all)) yield file
    },
    async open(file) {
      const handle = await orNull(open(pathOf(file)))
      return handle && handle.createReadStream()
    },
    async write(file, content) {
      const target = pathOf(file)
      const part = `${target}${unfinished}`
      await mkdir(path.dirname(target), { recursive: true })
      try {
        await pipeline(content, createWriteStream(part, { mode: 0o640, flush: true }))
        await rename(part, target)
        await syncFolder(path.dirname(target))
      } catch (reason) {
        await rm(part, { force: true }).catch(() => {})
        throw reason
      }
    },
  }
}

/** Finished recordings: those that are still being written have a journal. */
export const isFinishedRecording = (file: string, all: ReadonlySet<string>): boolean =>
  !all.has(`${path.posix.dirname(file)}/segments.jsonl`)
