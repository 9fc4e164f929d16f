import path from 'node:path'
import { percentDecoded } from '#kernel/address.contract.ts'
import type { SourcePost, SourceSite } from './source-site.ts'

/** Finds posts by their old addresses. An address that several posts share matches none of them. */
export class SourceLinks {
  readonly #byPath = new Map<string, SourcePost | null>()
  readonly #bySlug = new Map<string, SourcePost | null>()
  readonly #origins: Set<string>

  /** @param origins the old site's origins: `https://old.example` */
  constructor(posts: SourcePost[], origins: string[]) {
    this.#origins = new Set(origins.map(hostOf))
    for (const post of posts) {
      const paths = new Set([...post.addresses, post.base].map((address) => plainPath(pathOf(address))))
      for (const one of paths) claim(this.#byPath, one, post)
      for (const slug of new Set([...paths].map(slugOf))) claim(this.#bySlug, slug, post)
    }
  }

  /** Returns the post that an address in the text of `from` refers to, or null. `rest` is the fragment. */
  find(address: string, from: SourcePost): { post: SourcePost; rest: string } | null {
    if (address.startsWith('#')) return null
    // Relative links may refer to the file, or to the address that it had.
    for (const base of [from.base, from.addresses[0] ?? from.base]) {
      const url = resolved(address, { base })
      if (!url || (url.host !== placeholder && !this.#origins.has(hostOf(url.href)))) return null
      const post = this.#postAt(url)
      if (post) return { post, rest: url.hash }
    }
    return null
  }

  #postAt({ pathname, search }: URL): SourcePost | null {
    const plain = plainPath(pathname)
    return this.#byPath.get(plain + search) ?? this.#byPath.get(plain) ?? this.#bySlug.get(slugOf(plain)) ?? null
  }
}

/** Returns the known origins of the old site. */
export const originsOf = ({ origin }: SourceSite, from: string | null): string[] =>
  [from, origin].filter((one) => one !== null)

export const placeholder = 'source.invalid'

/** Resolves an address in the text of the post. */
export const resolved = (address: string, { base }: Pick<SourcePost, 'base'>): URL | null =>
  URL.parse(address, URL.parse(base, `https://${placeholder}`) ?? undefined)

/** Returns a resolved address's path within the source, or null. */
export const localPath = (url: URL): string | null => (url.host === placeholder ? percentDecoded(url.pathname) : null)

/** Returns the last segment, unless it is a number: other items may have the same number. */
function slugOf(plain: string): string {
  const slug = path.posix.basename(plain)
  return /^\d+$/.test(slug) ? '' : slug
}

/** Returns the path, with the query for addresses such as `/?p=7`. */
const pathOf = (address: string) => {
  const url = URL.parse(address, `https://${placeholder}`)
  return url ? url.pathname + url.search : address
}
const hostOf = (address: string) => URL.parse(address)?.host.replace(/^www\./, '') ?? ''

/** Normalizes a path. */
const plainPath = (pathname: string): string =>
  percentDecoded(pathname)
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.(?:md|markdown|html?)$/, '')
    .replace(/\/index$/, '')

function claim(map: Map<string, SourcePost | null>, address: string, post: SourcePost): void {
  if (address !== '' && address !== '/') map.set(address, map.has(address) && map.get(address) !== post ? null : post)
}
