import { AppError } from '#kernel/errors.ts'
import { inTransaction } from '#kernel/db.ts'
import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { requireSecondFactor } from '#kernel/http.ts'
import { processImage } from '#kernel/images.ts'
import { tooMany } from '#kernel/limits.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import { imageName, originalOf } from '#schemas/image-variants.contract.ts'
import { type ObjectKey, uploadLimit } from './storage.contract.ts'
import type { EmbeddedOptions } from './embedded-options.ts'
import { saveImage } from './save-image.ts'
import { avatarOriginalOf, type createObjectFinder } from './object-cache.ts'
import { readListing, readPrefixes } from './inputs.ts'
import { bucketOf, type ObjectAddress, readObjectKey, readAddress } from './object-address.ts'
import { deleteObjects, findObject, listObjects, type StoredObject } from './objects.store.ts'
import { infoOf, listedOf, removedOf } from './object-json.ts'
import { serveObject } from './serve.ts'
import { bucketRules, cacheSeconds, variantPaths } from './storage.ts'
import { readUpload } from './upload-body.ts'
import * as wire from './wire.ts'

export type WireOptions = EmbeddedOptions & { find: ReturnType<typeof createObjectFinder> }

/** Handles Supabase Storage's object requests, as sent by @supabase/storage-js 2.119. */
export function createWireHandler(options: WireOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const address = readAddress(new URL(request.url).pathname)
      const answer = address && endpoints[`${request.method} ${address.kind}${address.path ? '/path' : ''}`]
      if (!answer) throw new wire.StorageError(404, 'not_found', 'Route not found', 'NotFound')
      return await answer(options, request, address)
    } catch (reason) {
      return wire.errorAnswer(request, reason, options.log)
    }
  }
}

type Endpoint = (options: WireOptions, request: Request, address: ObjectAddress) => Promise<Response>
const endpoints: Record<string, Endpoint> = {
  'GET public/path': show,
  'HEAD public/path': show,
  'GET authenticated/path': download,
  'HEAD authenticated/path': download,
  'GET object/path': download,
  'HEAD object/path': download,
  'GET info/path': info,
  'POST list': list,
  'POST object/path': (options, request, address) =>
    upload(options, request, address, request.headers.get('x-upsert') === 'true'),
  'PUT object/path': (options, request, address) => upload(options, request, address, true),
  'DELETE object': (options, request, { bucket }) => removeMany(options, request, bucket),
}

/** Redirects to the CDN if there is one. Its files never change, and requests for removed pictures are not
 *  redirected. */
async function show(options: WireOptions, request: Request, address: ObjectAddress): Promise<Response> {
  const { cdnUrlOf, find } = options
  if (!cdnUrlOf || new URL(request.url).searchParams.has('download')) return download(options, request, address)
  const object = await find(readObjectKey(address))
  if (!object) throw wire.noSuchKey()
  return new Response(null, {
    status: 302,
    headers: { location: cdnUrlOf(object.file), 'cache-control': publicUntilRemoved(cacheSeconds) },
  })
}

async function download(options: WireOptions, request: Request, address: ObjectAddress): Promise<Response> {
  const key = readObjectKey(address)
  const original = avatarOriginalOf(key)
  const found = (await readFile(options, key)) ?? (original && (await readFile(options, original)))
  if (!found) throw wire.noSuchKey()
  return serveObject(request, found.object, found.bytes)
}

async function readFile({ find, files, log }: WireOptions, key: ObjectKey) {
  const object = await find(key)
  const bytes = object && (await files.read(object.file))
  if (object && bytes) return { object, bytes }
  // If the file was replaced in the meantime, returns the new file.
  const replaced = object && (await find(key))
  const replacedBytes = replaced && replaced.file !== object.file && (await files.read(replaced.file))
  if (replaced && replacedBytes) return { object: replaced, bytes: replacedBytes }
  if (replaced) log.warn({ ...key }, 'storage: replaced an object whose file was missing')
  return null
}

async function info({ db }: WireOptions, _request: Request, address: ObjectAddress): Promise<Response> {
  const object = await findObject(db, readObjectKey(address))
  if (!object) throw wire.noSuchKey()
  return wire.json(infoOf(object))
}

async function upload(options: WireOptions, request: Request, address: ObjectAddress, mayReplace: boolean) {
  const { id: memberId } = await uploader(options, request)
  const { bucket, path } = readObjectKey(address)
  if (isOthersFolder(path, memberId)) throw wire.accessDenied()
  if (await isOthersVariant(options, { bucket, path }, memberId)) throw wire.variantDenied()
  const sent = await readUpload(request)
  if (!imageName.test(path)) throw wire.unsupportedType(sent.type)
  const image = await processImage(sent.bytes, bucketRules[bucket]).catch((reason: unknown) => {
    throw reason instanceof AppError && reason.code === 'unsupported_type' ? wire.unsupportedType(sent.type) : reason
  })
  const saved = await saveImage(options, { bucket, path, image, ownerId: memberId, mayReplace })
  if (saved.outcome === 'foreign' && mayReplace) throw wire.accessDenied()
  if (saved.outcome !== 'stored') throw wire.duplicate()
  return wire.json({ Id: saved.id, Key: `${bucket}/${path}` })
}

/** A folder whose name is a number belongs to the member with that id. */
function isOthersFolder(path: string, memberId: number): boolean {
  const [folder] = path.split('/')
  return /^\d+$/.test(folder!) && folder !== String(memberId)
}

/** Variants have the owner of their picture, so no one can take the path of a variant that a picture does not have. */
async function isOthersVariant({ db }: WireOptions, { bucket, path }: ObjectKey, memberId: number): Promise<boolean> {
  const original = originalOf(path)
  return original !== null && (await findObject(db, { bucket, path: original }))?.ownerId !== memberId
}

async function uploader(options: WireOptions, request: Request): Promise<{ id: number }> {
  const caller = await callerOf(options, request)
  if (!caller) throw wire.accessDenied()
  requireSecondFactor(caller)
  const { db, clock, rateLimits } = options
  const waitSeconds = rateLimits ? await consume(db, uploadLimit, String(caller.id), clock.now()) : null
  if (waitSeconds !== null) throw tooMany(waitSeconds)
  return caller
}

const callerOf = ({ memberOf }: WireOptions, request: Request) =>
  memberOf(request.headers.get('authorization') ?? undefined)

/** Paths that do not exist or belong to another member are omitted from the response, not rejected. */
async function removeMany(options: WireOptions, request: Request, bucketName: string): Promise<Response> {
  const caller = await callerOf(options, request)
  const bucket = bucketOf(bucketName)
  const paths = await readPrefixes(request)
  if (!caller) return wire.json([])
  requireSecondFactor(caller)
  const { deleted, deletedVariants } = await inTransaction(options.db, async (db) => {
    const deleted: StoredObject[] = await deleteObjects(db, bucket, paths, caller.id)
    const variants = deleted.flatMap(({ path }) => variantPaths(path))
    const deletedVariants = await deleteObjects(db, bucket, variants, caller.id)
    await options.pictures.forget(
      db,
      deleted.map(({ path }) => ({ bucket, path })),
    )
    return { deleted, deletedVariants }
  })
  await options.files.remove([...deleted, ...deletedVariants].map(({ file }) => file))
  return wire.json(deleted.map(removedOf))
}

/** Members see their own objects; to anyone else, the bucket appears empty. */
async function list(options: WireOptions, request: Request, address: ObjectAddress): Promise<Response> {
  const caller = await callerOf(options, request)
  const bucket = bucketOf(address.bucket)
  const asked = await readListing(request)
  if (!caller) return wire.json([])
  const objects = await listObjects(options.db, { ...asked, bucket, ownerId: caller.id })
  return wire.json(objects.map(listedOf))
}
