import fs from 'node:fs/promises'
import path from 'node:path'
import { t } from '#messages/messages.ts'
import type { FetchFailure, SafeFetch } from '#kernel/safe-fetch.ts'
import { maxAddresses } from './address-checks.contract.ts'
import { linesOf, maxSitemapBytes } from './list-lines.ts'
import type { Sitemap } from './sitemap.ts'

const maxSitemaps = 1000

/** Explains why the addresses could not be read. */
export class AddressSourceError extends Error {
  override name = 'AddressSourceError'
}

/** Returns the old addresses in the command's source: a sitemap URL, a file with a sitemap or list, or a built site's
 *  folder. @throws AddressSourceError */
export async function readAddresses(source: string, fetch: SafeFetch): Promise<string[]> {
  if (/^https?:\/\//i.test(source)) return addressesInSitemap(source, fetch)
  const stat = await fs.stat(source).catch(() => null)
  if (!stat) throw new AddressSourceError(`${source} does not exist.`)
  if (stat.isDirectory()) return addressesInFolder(source)
  if (stat.size > maxSitemapBytes) throw new AddressSourceError(`${source} is larger than 50 MB.`)
  return collect(await parsed(await fs.readFile(source), source), fetch)
}

/** Returns the addresses in a sitemap, or in all sitemaps of an index. @throws AddressSourceError */
export async function addressesInSitemap(url: string, fetch: SafeFetch): Promise<string[]> {
  return collect(await fetchSitemap(url, fetch), fetch)
}

/** Returns the addresses in lines with URLs or paths. @throws AddressSourceError */
export const addressesInText = (text: string): string[] => addressesOf(linesOf(text))

async function collect(first: Sitemap, fetch: SafeFetch): Promise<string[]> {
  const pages = [...first.pages]
  const waiting = [...first.sitemaps]
  const seen = new Set<string>()
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (seen.has(url)) continue
    seen.add(url)
    if (seen.size > maxSitemaps)
      throw new AddressSourceError(t('The sitemap index lists more than {maxSitemaps} sitemaps.', { maxSitemaps }))
    const { pages: more, sitemaps } = await fetchSitemap(url, fetch)
    for (const page of more) pages.push(page)
    if (pages.length > maxAddresses * 2) break
    waiting.push(...sitemaps)
  }
  return addressesOf(pages)
}

async function fetchSitemap(url: string, fetch: SafeFetch): Promise<Sitemap> {
  const answer = await fetch(url, { maxBytes: maxSitemapBytes, timeoutMs: 60_000 })
  if (!answer.ok)
    throw new AddressSourceError(t('{url} could not be fetched: {reason}.', { url, reason: failures[answer.reason]() }))
  if (answer.status !== 200)
    throw new AddressSourceError(t('{url} returned status {status}.', { url, status: answer.status }))
  return parsed(answer.body, url)
}

const failures: Record<FetchFailure, () => string> = {
  address: () => t('it is not a public http or https URL'),
  redirects: () => t('it redirects too many times'),
  timeout: () => t('it did not respond in time'),
  too_large: () => t('it is too large'),
  type: () => t('it has an unexpected type'),
  encoding: () => t('the response is compressed, although compression was not requested'),
  unreachable: () => t('the site could not be reached'),
  busy: () => t('the site is busy; try again later'),
}

async function parsed(bytes: Buffer, name: string): Promise<Sitemap> {
  const { readSitemap } = await import('./sitemap.ts')
  try {
    return readSitemap(bytes)
  } catch (reason) {
    throw new AddressSourceError(
      t('{name} could not be read: {reason}', { name, reason: reason instanceof Error ? reason.message : '' }),
      {
        cause: reason,
      },
    )
  }
}

/** Returns the path and query of each URL or path, in order and without duplicates. @throws AddressSourceError */
function addressesOf(entries: readonly string[]): string[] {
  const addresses = new Set<string>()
  for (const entry of entries) {
    const url = entry.startsWith('/') ? URL.parse(`http://here${entry}`) : URL.parse(entry)
    if (!url || !/^https?:$/.test(url.protocol))
      throw new AddressSourceError(
        t('“{entry}” is neither a URL nor a path that starts with /.', { entry: entry.slice(0, 200) }),
      )
    addresses.add(url.pathname + url.search)
  }
  if (addresses.size === 0) throw new AddressSourceError(t('The list contains no addresses.'))
  if (addresses.size > maxAddresses)
    throw new AddressSourceError(t('There are more than {maxAddresses} addresses.', { maxAddresses }))
  return [...addresses]
}

/** Returns the path of every page of a built site: `about/index.html` is at `/about/`, and `a.html` at `/a.html`. */
async function addressesInFolder(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.html?$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep))
    .filter((parts) => parts.every((part) => !part.startsWith('.')) && parts.join('/') !== '404.html')
  const paths = files.map((parts) => `/${parts.map(encodeURIComponent).join('/')}`.replace(/\/index\.html?$/i, '/'))
  return addressesOf(paths.toSorted())
}
