import fs from 'node:fs'
import path from 'node:path'
import { etagOf, ownMemory, type StoredResponse } from './stored-response.ts'

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
 *  build adds `.br` copies of files worth compressing. */
export function readAssets(folder: string): Map<string, StoredResponse> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = files.map((file) => path.join(file.parentPath, file.name)).filter((file) => path.extname(file) in types)
  return new Map(
    paths.map((file) => [`/${path.relative(folder, file).split(path.sep).join('/')}`, readAsset(folder, file)]),
  )
}

function readAsset(folder: string, file: string): StoredResponse {
  const identity = fs.readFileSync(file)
  const compressed = `${file}.br`
  const extension = path.extname(file)
  const isHashed = file.startsWith(path.join(folder, 'assets/'))
  return {
    status: 200,
    etag: etagOf(identity),
    headers: {
      'content-type': types[extension]!,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    },
    // Few clients request other encodings; `sendStored` creates them.
    bodies: fs.existsSync(compressed)
      ? { br: ownMemory(fs.readFileSync(compressed)) }
      : { identity: ownMemory(identity) },
    isCompressible: !compressedTypes.has(extension),
  }
}
