import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'
import type { Manifest } from 'vite'
import type { RunningSite } from '#tests/support/site.ts'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'
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

/** Measures what a browser loads for a page before the visitor does something, and afterwards: the entry point, the
 *  screen, and all their static imports. */
export async function measureFirstLoad({ url }: RunningSite): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
  const loads = publicPages.map((page) => ({ page, kilobytes: kilobytesOf(manifest, page) }))
  const feed = loads.find(({ page }) => page === 'home')!
  const largest = loads.reduce((one, other) => (other.kilobytes > one.kilobytes ? other : one))
  const html = await (await fetch(url)).text()
  const { kilobytes, requests } = await loadedBeforeIntent(url)
  const stylesheets = html.match(/<link[^>]+rel="?stylesheet/g)?.length ?? 0
  return [
    {
      name: 'feed before the visitor does something: JavaScript, kB of brotli',
      value: kilobytes,
      limit: { atMost: 3 },
      info: `${requests} requests for scripts`,
    },
    { name: 'feed on intent: JavaScript, kB of brotli', value: feed.kilobytes, limit: { atMost: 111 } },
    {
      name: 'largest public page on intent: JavaScript, kB of brotli',
      value: largest.kilobytes,
      limit: { atMost: 118 },
      info: largest.page,
    },
    { name: 'first load of the feed: stylesheets', value: stylesheets, limit: { atMost: 1 } },
  ]
}

/** Opens the page in a browser and returns the size of the scripts that it has loaded one second after the page, inline
 *  ones included, and the number of requests for them. */
async function loadedBeforeIntent(url: string) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    const files: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) files.push(pathname.slice(1))
    })
    await page.goto(url)
    await page.waitForTimeout(1000)
    const inline = await page.evaluate(() =>
      Array.from(document.scripts, ({ type, text }) => (type === '' ? text : '')),
    )
    const bytes = brotliCompressSync(inline.join('\n')).length + files.reduce((sum, file) => sum + brotliSize(file), 0)
    return { kilobytes: bytes / 1000, requests: files.length }
  } finally {
    await browser.close()
  }
}

function kilobytesOf(manifest: Manifest, page: string): number {
  const files = new Set<string>()
  for (const source of ['index.html', `src/pages/${page}/${page}.tsx`]) collect(manifest, source, files)
  return [...files].reduce((total, file) => total + brotliSize(file), 0) / 1000
}

const brotliSize = (file: string) => fs.statSync(path.join(client, `${file}.br`)).size

function collect(manifest: Manifest, source: string, files: Set<string>): void {
  const chunk = manifest[source]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
