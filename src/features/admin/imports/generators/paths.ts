import { percentDecoded } from '#kernel/address.contract.ts'

/** Returns an absolute path with every segment encoded once. Keeps a trailing slash. */
export function pathOf(...parts: string[]): string {
  const joined = parts.filter((part) => part !== '').join('/')
  const segments = joined.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0) return '/'
  return `/${segments.map(encoded).join('/')}${joined.endsWith('/') ? '/' : ''}`
}

const encoded = (segment: string): string =>
  encodeURIComponent(percentDecoded(segment).toWellFormed()).replace(
    /%(?:40|3A|2B|2C|3B|3D|26|24)/g,
    decodeURIComponent,
  )

/** Normalizes an address for comparison: ignores case, encoding, and a trailing slash. */
export const comparable = (address: string): string =>
  percentDecoded(URL.parse(address, 'https://source.invalid')?.pathname ?? address)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/(?:index\.html)?$/, '') + (address.includes('?') ? address.slice(address.indexOf('?')) : '')

/** Returns the path from a path or URL in front matter, or null for protocols other than HTTP. */
export function pathIn(address: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.pathname : null
}

/** Returns the addresses where hosts serve a static file: `/a.html` and `/a`. */
export const withoutHtml = (address: string): string[] =>
  /\.html?$/.test(address) ? [address, address.replace(/(?:index)?\.html?$/, '')] : [address]

const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

const slug = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')

/** Returns the slugs that various slug functions create from a title. Some, for example, omit apostrophes, and
 *  others replace them with hyphens. */
export function slugsOf(title: string): string[] {
  const plain = withoutMarks(title).toLowerCase().replaceAll('&', ' and ')
  const unchanged = title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
  return unique([
    slug(plain.replace(/['’.]/g, '')),
    slug(plain),
    slug(withoutMarks(title).toLowerCase()),
    slug(title.normalize('NFC').toLowerCase()),
    unchanged.trim().replaceAll(' ', '-'),
  ])
}

/** Returns the slug that github-slugger, Astro, and Gatsby create. */
export const githubSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

export const unique = <Item>(items: Item[]): Item[] => [...new Set(items)]

/** Returns the last segment of an address without its extension, decoded. */
export function slugIn(address: string): string {
  const segments = address.split('/').filter((segment) => segment !== '' && !/^index\.html?$/.test(segment))
  return percentDecoded(segments.at(-1) ?? '').replace(/\.(?:html?|php|aspx?)$/, '')
}

/** Splits a path into its folders and its name without the extension. */
export function partsOf(path: string): { folders: string[]; name: string } {
  const segments = path.split('/')
  return { folders: segments.slice(0, -1), name: segments.at(-1)!.replace(/\.[^.]+$/, '') }
}

/** Returns the text as Hugo writes it in URLs. Source: Hugo, common/paths/path.go, Sanitize. */
export const urlized = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}./\\_#+~@\s-]/gu, '')
    .trim()
    .replace(/\s*-\s*|\s+/gu, '-')
