import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { createFileCache } from '#kernel/file-cache.ts'
import { SemaphoreFull } from '#kernel/semaphore.ts'
import { tooMany } from '#kernel/limits.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { networkOf } from '#kernel/networks.ts'
import type { Log } from '#kernel/log.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import type { ImageSite, Portrait } from './scene.ts'
import { type SocialImage, type SocialImageAuthor, drawingVersion } from './social-images.contract.ts'
import { createPainting, PainterLost, type Painting } from './painting.ts'

/** Images that represent a page in link previews. */
export interface SocialImages {
  /** Returns the image from the cache, or draws it. @param ip the client's IP address @throws AppError rate_limited if
   *  the client requested too many new images, not_ready if too many are being drawn */
  get: (image: SocialImage, ip: string) => Promise<DrawnImage>
  close: () => void
}

export interface DrawnImage {
  png: Buffer
  etag: string
}

export interface SocialImagesOptions {
  db: Db
  clock: Clock
  log: Log
  rateLimits: boolean
  cacheDir: string
  site: () => ImageSite
  /** Returns a person's picture if this server already has it; never fetches it. */
  pictureOf: (address: string) => Promise<Buffer | null>
  /** Returns the avatar for a person without a picture. */
  fallbackAvatar: (name: string) => { initials: string; color: string }
  painting?: Painting
  /** Default: 128 MiB, about 5,000 images. */
  maxCacheBytes?: number
}

/** Counts only images that are not cached. */
const drawings = perAddress('cards', 120, 600)
const maxMemoryBytes = 8 * 1024 * 1024

/** Caches images by content, in memory and on disk, so that arbitrary URLs cannot fill the cache. */
export function createSocialImages(options: SocialImagesOptions): SocialImages {
  const { db, clock, log, rateLimits, pictureOf, fallbackAvatar, painting = createPainting() } = options
  const files = createFileCache(options.cacheDir, options.maxCacheBytes ?? 128 * 1024 * 1024)
  const memory = new LRUCache<string, DrawnImage>({ maxSize: maxMemoryBytes, sizeCalculation: ({ png }) => png.length })
  const inFlight = new Map<string, Promise<DrawnImage>>()

  async function find(key: string): Promise<DrawnImage | null> {
    const cached = memory.get(key) ?? (await files.find(key))
    return cached && ('png' in cached ? cached : remember(key, cached.bytes))
  }

  function remember(key: string, png: Buffer): DrawnImage {
    const image = { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
    memory.set(key, image)
    return image
  }

  async function checkLimit(ip: string): Promise<void> {
    const waitSeconds = rateLimits ? await consume(db, drawings, networkOf(ip), clock.now()) : null
    if (waitSeconds !== null) throw tooMany(waitSeconds)
  }

  async function draw(key: string, image: SocialImage, site: ImageSite): Promise<DrawnImage> {
    const portrait = image.kind === 'site' ? null : await portraitOf(image.author)
    const png = await painting.paint({ image, site, portrait }).catch(asRefusal)
    await files.put(key, png).catch((err: unknown) => log.warn({ err }, 'social images: cannot write to the cache'))
    return remember(key, png)
  }

  async function portraitOf({ displayName, profileImage }: SocialImageAuthor): Promise<Portrait<Buffer>> {
    const picture = profileImage === null ? null : await pictureOf(profileImage)
    return { ...fallbackAvatar(displayName), picture }
  }

  return {
    async get(image, ip) {
      const site = options.site()
      const key = JSON.stringify([drawingVersion, site, image])
      const cached = await find(key)
      if (cached) return cached
      if (!inFlight.has(key)) await checkLimit(ip)
      const drawnByNow = memory.get(key)
      if (drawnByNow) return drawnByNow
      const drawing = inFlight.get(key) ?? draw(key, image, site).finally(() => inFlight.delete(key))
      inFlight.set(key, drawing)
      return drawing
    },
    close: painting.close,
  }
}

function asRefusal(reason: unknown): never {
  const retry = { retryAfterSeconds: 5, cause: reason }
  if (reason instanceof SemaphoreFull)
    throw new AppError('not_ready', t('Too many images are being generated. Try again in a moment.'), retry)
  if (reason instanceof PainterLost)
    throw new AppError('not_ready', t('Generating the image took too long. Try again in a moment.'), retry)
  throw reason
}
