import { createHash } from 'node:crypto'
import type { Db } from '#kernel/db.ts'
import { type ImageRules, processImage } from '#kernel/images.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { getWebmentionPhoto } from './endpoint.contract.ts'
import { savePhoto } from './webmention-photos.store.ts'

const rules: ImageRules = { maxSide: 128, variantWidths: [], quality: 80, format: 'webp' }
const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 5000 }
const types = /^(image\/|(application|binary)\/octet-stream|$)/i
const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.5' }

/** Saves a small, re-encoded copy of an author's picture. @returns its URL, or null if there is none */
export async function copyPhoto({ db, fetch }: { db: Db; fetch: SafeFetch }, url: string): Promise<string | null> {
  if (url === '') return null
  const answer = await fetch(url, { ...limits, types, headers })
  if (!answer.ok || answer.status !== 200) return null
  const image = await processImage(answer.body, rules).catch(() => null)
  if (!image) return null
  const hash = createHash('sha256').update(image.bytes).digest()
  await savePhoto(db, hash, image.bytes)
  return getWebmentionPhoto.href({ name: `${hash.toString('hex')}.webp` })
}
