import { t } from '#messages/messages.ts'
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

/** The base for relative picture addresses: the file of a post, the post's old address, or the site. */
export type PictureBase = Pick<SourcePost, 'base'> & Partial<Pick<SourcePost, 'addresses'>>

export interface PictureCopier {
  /** Returns the address of the copy, or null if the picture is not copied. */
  copy(address: string, from: PictureBase, bucket?: BucketName): Promise<string | null>
  /** Addresses of the copies. */
  readonly copied: ReadonlySet<string>
  /** Why pictures were not copied, by their old address. */
  readonly failed: ReadonlyMap<string, string>
}

/** Copies pictures as the member's uploads, each once per bucket. The address depends only on the bytes. */
export function createPictureCopier(parts: Parts, member: Member, site: SourceSite, origins: string[]): PictureCopier {
  const copies = new Map<string, Promise<string | null>>()
  const copied = new Set<string>()
  const failed = new Map<string, string>()
  const fetchPicture = fetchingFrom(parts.fetch)

  async function attempt(url: URL, address: string, from: PictureBase, bucket: BucketName): Promise<string | null> {
    try {
      const bytes = (await fileOf(address, from)) ?? (await bytesOf(url))
      if (!bytes) return null
      const here = await store(parts, member, bytes, bucket)
      copied.add(here)
      return here
    } catch (reason) {
      if (!(reason instanceof AppError || reason instanceof SourceError)) throw reason
      failed.set(address, reason.message)
      return null
    }
  }

  async function fileOf(address: string, from: PictureBase): Promise<Buffer | null> {
    for (const base of new Set([from.base, from.addresses?.[0] ?? from.base, '/'])) {
      const url = resolved(address, { base })
      const file = url && (await site.pictureAt(url))
      if (file) return file
    }
    return null
  }

  /** Returns null for a picture that is already stored here. */
  async function bytesOf(url: URL): Promise<Buffer | null> {
    if (parts.storage.keyOf(url.href)) return null
    if (localPath(url) === null) return fetchPicture(url.href)
    const [origin] = origins
    if (origin === undefined) throw missing(t('The file does not exist'))
    return fetchPicture(new URL(url.pathname, origin).href)
  }

  return {
    copied,
    failed,
    async copy(address, from, bucket = 'post-images') {
      const url = resolved(address, from)
      if (!url) return null
      const name = `${bucket} ${url.href}`
      const copy = copies.get(name) ?? attempt(url, address, from, bucket)
      copies.set(name, copy)
      return copy
    },
  }
}

/** The number of consecutive failures after which a host is skipped. Each may take twenty seconds. */
const maxFailures = 4

/** Returns a function that fetches a picture. It throws an AppError with the reason if that fails. */
function fetchingFrom(fetch: SafeFetch): (address: string) => Promise<Buffer> {
  const failures = new Map<string, number>()
  return async (address) => {
    const { host } = new URL(address)
    const before = failures.get(host) ?? 0
    if (before >= maxFailures) throw missing(t('The host failed to respond several times'))
    const answer = await fetch(address, { types: /^image\//i, maxBytes: maxPictureBytes, timeoutMs: 20_000 })
    const isUnreachable = !answer.ok && (answer.reason === 'timeout' || answer.reason === 'unreachable')
    failures.set(host, isUnreachable ? before + 1 : 0)
    if (!answer.ok) throw missing(whyNot[answer.reason]())
    if (answer.status !== 200) throw missing(t('The server responded with {status}', { status: answer.status }))
    return answer.body
  }
}

const missing = (why: string) => new AppError('not_found', why)

const whyNot = {
  address: () => t('It is not on the public internet'),
  redirects: () => t('Too many redirects'),
  timeout: () => t('The server did not respond in time'),
  too_large: () => t('It is too large'),
  type: () => t('It is not an image'),
  encoding: () => t('The response is compressed'),
  unreachable: () => t('The server could not be reached'),
  busy: () => t('Its host is busy; try again later'),
}

/** Stores the picture. @returns its address */
async function store({ storage }: Parts, member: Member, bytes: Buffer, bucket: BucketName): Promise<string> {
  const image = await processImage(bytes, bucketRules[bucket])
  const name = createHash('sha256').update(bytes).digest('base64url').slice(0, 24)
  const key = { bucket, path: `${member.id}/${name}.${image.extension}` }
  await storage.put({ ...key, image, ownerId: member.id, authorization: null })
  return storage.addressOf(key)
}
