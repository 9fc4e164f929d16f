import { bucketOf, readObjectKey, readAddress } from '#providers/storage/object-address.ts'
import { readUpload } from '#providers/storage/upload-body.ts'
import * as wire from '#providers/storage/wire.ts'
import type { Log } from '#kernel/log.ts'

interface StoredFile {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  cacheControl: string
}
export interface HostedStorage {
  handle(request: Request): Promise<Response>
  /** The names of all objects, such as `post-images/1/photo.png`. */
  names(): string[]
}

/** Starts a fake of Supabase Storage with three public buckets in memory. It stores bytes unchanged. `mayWrite` takes
 *  the place of the buckets' policies. */
export function hostedStorage(mayWrite: (request: Request) => Promise<boolean>, log: Log): HostedStorage {
  const files = new Map<string, StoredFile>()

  async function answer(request: Request): Promise<Response> {
    const address = readAddress(new URL(request.url).pathname)
    if (!address) throw wire.noSuchKey()
    const isPublic = address.kind === 'public'
    if (isPublic && (request.method === 'GET' || request.method === 'HEAD'))
      return show(request, readObjectKey(address))
    if (!(await mayWrite(request))) throw wire.accessDenied()
    if (request.method === 'POST' && address.path) return keep(request, readObjectKey(address))
    if (request.method === 'DELETE') return remove(request, bucketOf(address.bucket))
    throw wire.invalidRequest('Not a call of this project')
  }

  async function keep(request: Request, { bucket, path }: { bucket: string; path: string }): Promise<Response> {
    const { bytes, type } = await readUpload(request)
    const name = `${bucket}/${path}`
    if (files.has(name) && request.headers.get('x-upsert') !== 'true') throw wire.duplicate()
    const cacheControl = request.headers.get('cache-control') ?? 'no-cache'
    files.set(name, { bytes: Uint8Array.from(bytes), type, cacheControl })
    return wire.json({ Id: crypto.randomUUID(), Key: name })
  }

  async function remove(request: Request, bucket: string): Promise<Response> {
    const { prefixes } = (await request.json()) as { prefixes: string[] }
    return wire.json(prefixes.filter((path) => files.delete(`${bucket}/${path}`)).map((name) => ({ name })))
  }

  async function show(request: Request, { bucket, path }: { bucket: string; path: string }): Promise<Response> {
    const file = files.get(`${bucket}/${path}`)
    if (!file) throw wire.noSuchKey()
    const headers = { 'content-type': file.type, 'cache-control': file.cacheControl, 'x-robots-tag': 'none' }
    return new Response(request.method === 'HEAD' ? null : file.bytes, { headers })
  }

  return {
    handle: (request) => answer(request).catch((reason: unknown) => wire.errorAnswer(request, reason, log)),
    names: () => [...files.keys()],
  }
}
