import { createHash } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import { processImage } from '#kernel/images.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { Context, Member } from '#kernel/http.ts'
import { bucketRules } from '#providers/storage/storage.ts'
import { localPath, resolved } from '#features/imports/old-links.ts'
import type { OldPost, OldSite } from '#features/imports/old-site.ts'
import { maxPictureBytes, readPicture } from '#features/imports/picture-files.ts'
import { addImage, factsOf } from '#features/uploads/uploads.store.ts'

export interface Parts extends Pick<Context, 'db' | 'storage' | 'siteUrl'> {
  fetch: SafeFetch
}

interface PictureCopier {
  /** The address that the picture has here; null for one that stays where it is. */
  copy(address: string, post: OldPost): Promise<string | null>
  /** Addresses here, without repetition. */
  readonly copied: ReadonlySet<string>
  /** Why a picture stays where it was, by its old address. */
  readonly failed: ReadonlyMap<string, string>
}

/** Copies pictures as uploads of the member, each once: what has the same bytes has the same address. */
export function createPictureCopier(parts: Parts, member: Member, site: OldSite, origins: string[]): PictureCopier {
  const copies = new Map<string, Promise<string | null>>()
  const copied = new Set<string>()
  const failed = new Map<string, string>()
  const fetchPicture = fetchingFrom(parts.fetch)

  async function attempt(url: URL, address: string): Promise<string | null> {
    try {
      const here = await keep(parts, member, await bytesOf(url))
      copied.add(here)
      return here
    } catch (reason) {
      if (!(reason instanceof AppError)) throw reason
      failed.set(address, reason.message)
      return null
    }
  }

  async function bytesOf(url: URL): Promise<Buffer> {
    const pathname = localPath(url)
    if (pathname === null) return fetchPicture(url.href)
    const file = site.folder === null ? null : await readPicture(site.folder, pathname)
    if (file) return file
    const [origin] = origins
    if (origin === undefined) throw missing('There is no such file')
    return fetchPicture(new URL(url.pathname, origin).href)
  }

  return {
    copied,
    failed,
    async copy(address, post) {
      const url = resolved(address, post)
      if (!url || parts.storage.placeOf(url.href)) return null
      const copy = copies.get(url.href) ?? attempt(url, address)
      copies.set(url.href, copy)
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
    const isAway = !answer.ok && (answer.reason === 'timeout' || answer.reason === 'unreachable')
    failures.set(host, isAway ? before + 1 : 0)
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

/** @returns its address; on this site as a path, which holds under whatever name the site is visited */
async function keep({ db, storage, siteUrl }: Parts, member: Member, bytes: Buffer): Promise<string> {
  const image = await processImage(bytes, bucketRules['post-images'])
  const name = createHash('sha256').update(bytes).digest('base64url').slice(0, 24)
  const place = { bucket: 'post-images', path: `${member.id}/${name}.${image.extension}` } as const
  await storage.put({ ...place, image, ownerId: member.id, authorization: null })
  await addImage(db, { ...place, ...factsOf(image), memberId: member.id })
  return storage.publicUrl(place).replace(siteUrl, '')
}
