import type { Readable } from 'node:stream'

/** Where backups are stored: a flat set of files, named by relative paths with slashes. */
export interface BackupTarget {
  /** For messages: a folder or a URL without credentials. */
  readonly name: string
  /** Stores the stream durably. The file appears only once it is complete, and replaces any other with the same path. */
  put(path: string, content: Readable): Promise<void>
  /** Opens the file, or returns null if it does not exist. */
  get(path: string): Promise<Readable | null>
  /** Yields the paths that start with the prefix, in any order. */
  list(prefix: string): AsyncIterable<string>
  /** Deletes the file, if it exists. */
  delete(path: string): Promise<void>
  /** Deletes what interrupted calls to `put` left behind. */
  removeLeftovers(): Promise<void>
}
