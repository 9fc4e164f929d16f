import fs from 'node:fs'
import path from 'node:path'
import { joined } from './body-parts.ts'
import { etagOf, type StoredResponse } from './stored-response.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const compressedTypes = new Set(['.png', '.ico', '.woff2', '.webp', '.jpg'])

/** Loads the built files into memory, keyed by URL. Files in /assets/ have a hash in their name and never change. The
 *  build stores files worth compressing only as `.br`. */
export function readAssets(folder: string): Map<string, StoredResponse> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const assets = files.flatMap(({ parentPath, name }): [url: string, StoredResponse][] => {
    const isBrotli = name.endsWith('.br')
    const file = path.join(parentPath, isBrotli ? name.slice(0, -'.br'.length) : name)
    if (!(path.extname(file) in types)) return []
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const body = fs.readFileSync(path.join(parentPath, name))
    return [[url, assetOf(url, body, isBrotli)]]
  })
  return new Map(assets)
}

function assetOf(url: string, body: Buffer, isBrotli: boolean): StoredResponse {
  const extension = path.extname(url)
  return {
    status: 200,
    etag: etagOf(body),
    headers: {
      'content-type': types[extension]!,
      'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    },
    // Few clients request other encodings; `sendStored` creates them.
    bodies: isBrotli ? { br: joined([body]) } : { identity: joined([body]) },
    isCompressible: !compressedTypes.has(extension),
  }
}
