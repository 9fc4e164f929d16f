import { BucketName, type ObjectKey } from './storage.contract.ts'
import { invalidKey, noSuchBucket } from './wire.ts'

const prefix = '/storage/v1/object/'
const kinds = ['public', 'authenticated', 'info', 'list'] as const
const key = /^[\w/!.*'() &$@=;:+,?-]{1,1024}$/

/** A parsed URL path under /storage/v1/object. */
export interface ObjectAddress {
  kind: (typeof kinds)[number] | 'object'
  /** Not yet decoded. */
  bucket: string
  /** Not yet decoded; empty if the path ends after the bucket. */
  path: string
}

/** Parses the path; null if it does not refer to objects. */
export function readAddress(pathname: string): ObjectAddress | null {
  if (!pathname.startsWith(prefix)) return null
  const rest = pathname.slice(prefix.length)
  const kind = kinds.find((one) => rest.startsWith(`${one}/`))
  const [bucket = '', ...path] = (kind ? rest.slice(kind.length + 1) : rest).split('/')
  return { kind: kind ?? 'object', bucket, path: path.join('/') }
}

/** @throws StorageError for an unknown bucket */
export function bucketOf(name: string): BucketName {
  const bucket = BucketName.safeParse(name)
  if (!bucket.success) throw noSuchBucket()
  return bucket.data
}

/** @throws StorageError for an unknown bucket or an invalid path */
export const readObjectKey = ({ bucket, path }: ObjectAddress): ObjectKey => ({
  bucket: bucketOf(bucket),
  path: readKey(path),
})

function readKey(encoded: string): string {
  const path = decode(encoded)
  const isPlain = key.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain) throw invalidKey(path)
  return path
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw invalidKey(encoded)
  }
}
