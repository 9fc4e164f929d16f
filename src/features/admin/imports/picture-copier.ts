import { createHash } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import { processImage } from '#kernel/images.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { Context, Member } from '#kernel/http.ts'
import { bucketRules } from '#providers/storage/storage.ts'
import { localPath, resolved } from './source-links.ts'
import { type SourcePost, type SourceSite, SourceError } from './source-site.ts'
import { maxPictureBytes } from './picture-files.ts'
import type { BucketName } from '#providers/storage/storage.contract.ts'

export interface Parts extends Pick<Context, 'db' | 'storage' | 'siteUrl'> {
  fetch: SafeFetch
}

export interface PictureCopier {
  /** The address that the picture has here; null for one that stays where it is. */
  copy(address: string, from: Pick<SourcePost, 'base'>, bucket?: BucketName): Promise<string | null>
  /** Addresses here, without repetition. */
  readonly copied: ReadonlySet<string>
  /** Why a picture stays where it was, by its old address. */
  readonly failed: ReadonlyMap<string, string>
}

/** Copies pictures as uploads of the member, each once in a bucket: what has the same bytes has the same address. */
export function createPictureCopier(parts: Parts, member: Member, site: SourceSite, origins: string[]): PictureCopier {
  const copies = new Map<string, Promise<string | null>>()
  const copied = new Set<string>()
  const failed = new Map<string, string>()
  const fetchPicture = fetchingFrom(parts.fetch)

  async function attempt(url: URL, address: string, bucket: BucketName): Promise<string | null> {
    try {
      const bytes = await bytesOf(url)
      if (!bytes) return null
      const here = await keep(parts, member, bytes, bucket)
      copied.add(here)
      return here
    } catch (reason) {
      if (!(reason instanceof AppError || reason instanceof SourceError)) throw reason
      failed.set(address, reason.message)
      return null
    }
  }

  /** Null for a picture that is here already. */
  async function bytesOf(url: URL): Promise<Buffer | null> {
    const file = await site.pictureAt(url)
    if (file) return file
    if (parts.storage.keyOf(url.href)) return null
    if (localPath(url) === null) return fetchPicture(url.href)
    const [origin] = origins
    if (origin === undefined) throw missing('There is no such file')
    return fetchPicture(new URL(url.pathname, origin).href)
  }

  return {
    copied,
    failed,
    async copy(address, from, bucket = 'post-images') {
      const url = resolved(address, from)
      if (!url) return null
      const name = `${bucket} ${url.href}`
      const copy = copies.get(name) ?? attempt(url, address, bucket)
      copies.set(name, copy)
      return copy
    },
  }
}

/** Fails in a row after which a host is not asked any more: each may take twenty seconds. */
const maxFailures = 4

/** @returns what fetches a picture, or throws AppError with the reason why it cannot */
function fetchingFrom(fetch: SafeFetch): (address: string) => Promise<Buffer> {
  const failures = new Map<string, number>()
  return async (address) => {
    const { host } = new URL(address)
    const before = failures.get(host) ?? 0
    if (before >= maxFailures) throw missing('Its host could not be reached several times')
    const answer = await fetch(address, { types: /^image\//i, maxBytes: maxPictureBytes, timeoutMs: 20_000 })
    const isUnavailable = !answer.ok && (answer.reason === 'timeout' || answer.reason === 'unreachable')
    failures.set(host, isUnavailable ? before + 1 : 0)
    if (!answer.ok) throw missing(whyNot[answer.reason])
    if (answer.status !== 200) throw missing(`It answers ${answer.status}`)
    return answer.body
  }
}

const missing = (why: string) => new AppError('not_found', why)

const whyNot = {
  address: 'It is not an address on the public internet',
  redirects: 'It is redirected too often',
  timeout: 'It does not answer in time',
  too_large: 'It is too large',
  type: 'It is not a picture',
  encoding: 'It is compressed',
  unreachable: 'It cannot be reached',
  busy: 'It is busy; try again later',
}

/** @returns its address, as it is stored */
async function keep({ storage }: Parts, member: Member, bytes: Buffer, bucket: BucketName): Promise<string> {
  const image = await processImage(bytes, bucketRules[bucket])
  const name = createHash('sha256').update(bytes).digest('base64url').slice(0, 24)
  const place = { bucket, path: `${member.id}/${name}.${image.extension}` }
  await storage.put({ ...place, image, ownerId: member.id, authorization: null })
  return storage.addressOf(place)
}
