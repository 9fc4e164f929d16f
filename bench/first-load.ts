import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'
import type { RunningSite } from '#tests/support/site.ts'
import type { Row } from './row.ts'

const client = path.resolve(import.meta.dirname, '../dist/client')

/** The screens that most visitors see first. */
const publicPages = [
  'blog',
  'github',
  'guestbook',
  'home',
  'livestream',
  'members',
  'portfolio',
  'post',
  'profile',
  'project',
  'projects',
  'search',
  'sponsor',
  'tag',
]

/** Measures what a browser loads for a page: the entry point, the screen, and all their static imports. */
export async function measureFirstLoad({ url }: RunningSite): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
  const loads = publicPages.map((page) => ({ page, kilobytes: kilobytesOf(manifest, page) }))
  const feed = loads.find(({ page }) => page === 'home')!
  const largest = loads.reduce((one, other) => (other.kilobytes > one.kilobytes ? other : one))
  const html = await (await fetch(url)).text()
  const stylesheets = html.match(/<link[^>]+rel="?stylesheet/g)?.length ?? 0
  return [
    { name: 'first load of the feed: JavaScript, kB of brotli', value: feed.kilobytes, limit: { atMost: 109 } },
    {
      name: 'largest first load of a public page: JavaScript, kB of brotli',
      value: largest.kilobytes,
      limit: { atMost: 118 },
      info: largest.page,
    },
    { name: 'first load of the feed: stylesheets', value: stylesheets, limit: { atMost: 1 } },
  ]
}

function kilobytesOf(manifest: Manifest, page: string): number {
  const files = new Set<string>()
  for (const source of ['index.html', `src/pages/${page}/${page}.tsx`]) collect(manifest, source, files)
  return [...files].reduce((total, file) => total + brotliSize(file), 0) / 1000
}

const brotliSize = (file: string) => brotliCompressSync(fs.readFileSync(path.join(client, file))).length

function collect(manifest: Manifest, source: string, files: Set<string>): void {
  const chunk = manifest[source]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
