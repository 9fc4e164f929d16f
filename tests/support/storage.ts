import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { pino } from 'pino'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createApp } from '#app/http.ts'
import type { Context } from '#kernel/http.ts'
import { addImageWithin, type UploadQuotas } from '#features/writing/uploads/upload-quotas.store.ts'
import { factsOf, forgetImages } from '#features/writing/uploads/uploads.store.ts'
import { uploadRoutes } from '#features/writing/uploads/uploads.routes.ts'
import type { EmbeddedOptions } from '#providers/storage/embedded-options.ts'
import { openS3Bucket, type S3Options } from '#providers/bucket/s3.ts'
import { filesInBucket } from '#providers/storage/bucket-files.ts'
import { filesIn } from '#providers/storage/files.ts'
import { embeddedStorage } from '#providers/storage/embedded.ts'
import type { PictureRecords } from '#providers/storage/storage.ts'
import { cast, type Name } from './cast.ts'
import { testDb } from './database.ts'
import { listen, movableClock } from './identity.ts'
import { startS3 } from './s3-server.ts'

/** Returns the cast with embedded storage in a temporary folder, and serves the whole application on a loopback port.
 *  `client('alice')` is Supabase's own client, signed in as Alice. */
export async function testStorage(options: Partial<EmbeddedOptions> = {}, quotas: Partial<UploadQuotas> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'devstead-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const db = await testDb()
  const clock = movableClock()
  const server = await listen(async (request) => app.fetch(request))
  const pictures = testRecords(quotas)
  const people: { memberOf: Context['memberOf'] } = { memberOf: async () => null }
  const storage = embeddedStorage({
    db,
    clock,
    log: { info() {}, warn() {}, error: (entry: unknown) => t.logged.push(entry) } as unknown as EmbeddedOptions['log'],
    files: filesIn(folder),
    siteUrl: server.url,
    formerUrls: [],
    rateLimits: true,
    memberOf: (authorization) => people.memberOf(authorization),
    pictures,
    ...options,
  })
  const t = await cast(uploadRoutes, { storage, clock })
  people.memberOf = t.ctx.memberOf
  const app = createApp(uploadRoutes, [{ prefix: '/storage/v1', handle: storage.handle }], {
    ctx: t.ctx,
    siteUrl: server.url,
    trustProxyHops: 0,
    rateLimits: true,
  })
  const client = (name: Name | null) =>
    new StorageClient(`${server.url}/storage/v1`, { Authorization: `Bearer ${name ?? 'sb_publishable_embedded'}` })
  return { ...t, storage, pictures, folder, clock, url: server.url, client }
}

/** Returns files in a bucket of a new S3-compatible service. */
export async function testBucketFiles(options: S3Options = {}) {
  const s3 = await startS3()
  const bucket = openS3Bucket(s3.settings, options)
  onTestFinished(() => bucket.close())
  const warnings: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line)) })
  return { s3, bucket, log, warnings, files: filesInBucket(bucket, log) }
}

/** The site's picture records, with practically unlimited quotas. */
const testRecords = (quotas: Partial<UploadQuotas> = {}): PictureRecords => ({
  add: (db, { image, ...picture }) =>
    addImageWithin(db, { ...picture, ...factsOf(image) }, { memberMaxBytes: Infinity, maxBytes: Infinity, ...quotas }),
  forget: forgetImages,
})

/** Returns a new photo like one from a camera: encoded, with a little noise. */
export const jpeg = (width = 60, height = 40): Promise<Buffer<ArrayBuffer>> => noise(width, height).jpeg().toBuffer()
export const png = (width = 60, height = 40): Promise<Buffer<ArrayBuffer>> => noise(width, height).png().toBuffer()

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
