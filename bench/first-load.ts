import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Manifest } from 'vite'
import type { RunningSite } from '#tests/support/site.ts'
import type { Row } from './row.ts'

const client = path.resolve(import.meta.dirname, '../dist/client')
const home = /^src\/pages\/home\/[^/]+\.tsx$/

/** Measures what a browser loads for the feed: the entry point, the home screen, and all their static imports. */
export async function measureFirstLoad({ url }: RunningSite): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
  const scripts = new Set<string>()
  for (const source of Object.keys(manifest))
    if (source === 'index.html' || home.test(source)) collect(manifest, source, scripts)
  const bytes = [...scripts].reduce(
    (total, file) => total + brotliCompressSync(fs.readFileSync(path.join(client, file))).length,
    0,
  )
  const html = await (await fetch(url)).text()
  const stylesheets = html.match(/<link[^>]+rel="?stylesheet/g)?.length ?? 0
  return [
    { name: 'first load of the feed: JavaScript, kB of brotli', value: bytes / 1000, limit: { atMost: 108 } },
    { name: 'first load of the feed: stylesheets', value: stylesheets, limit: { atMost: 1 } },
  ]
}

function collect(manifest: Manifest, source: string, files: Set<string>): void {
  const chunk = manifest[source]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
