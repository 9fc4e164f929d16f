import type { Readable } from 'node:stream'
import type { Bucket } from '#providers/bucket/bucket.ts'
import type { FileSource } from './file-source.ts'

interface Keys {
  /** The prefix of all keys. */
  prefix: string
  /** Converts the rest of a key to a path in backups; `restOf` does the reverse. Default: no conversion. */
  pathOf?: (rest: string) => string
  restOf?: (path: string) => string
}

/** Files in the site's bucket. */
export const bucketSource = (
  name: string,
  bucket: Bucket,
  { prefix, pathOf = (rest) => rest, restOf = (path) => path }: Keys,
): FileSource => ({
  name,
  async *list() {
    for await (const objects of bucket.list(prefix))
      for (const { key } of objects) yield pathOf(key.slice(prefix.length))
  },
  async open(path): Promise<Readable | null> {
    const found = await bucket.get(prefix + restOf(path))
    return found && found.body
  },
  write: (path, content) => bucket.put(prefix + restOf(path), content),
})

/** Backups use the names that pictures have in a folder, so that they can be restored to a folder or a bucket. */
export const pictureKeys: Keys = {
  prefix: 'pictures/',
  pathOf: (file) => `${file.slice(0, 2)}/${file}`,
  restOf: (path) => path.slice(path.lastIndexOf('/') + 1),
}
export const recordingKeys: Keys = { prefix: 'recordings/' }
