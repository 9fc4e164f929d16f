import { LRUCache } from 'lru-cache'
import { t } from '#messages/messages.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { type CachedFile, createFileCache } from '#kernel/file-cache.ts'
import { createSemaphore, SemaphoreFull } from '#kernel/semaphore.ts'
import { processImage } from '#kernel/images.ts'
import type { Log } from '#kernel/log.ts'
import type { FetchFailure, SafeFetch } from '#kernel/safe-fetch.ts'
import { signedImagePath, imageUrlOf } from './signed-image-path.ts'
import { imageProxyWidths } from './image-proxy.contract.ts'

/** Serves resized images from other sites and hides readers' IP addresses from those sites. */
export interface ImageProxy {
  /** @throws AppError not_found for an invalid signature or a file that is not an image, provider_failed if the host
   *  does not respond, not_ready if too many of its images are being fetched */
  get: (signature: string, address: string, width: number) => Promise<CachedFile>
  /** Returns the smallest cached size of the image; null if none is cached. Never fetches. */
  findCached: (url: string) => Promise<Buffer | null>
  /** Returns the proxy path of the image on this site. */
  addressOf: (url: string) => string
}

export interface ImageProxyOptions {
  cacheDir: string
  secret: Buffer
  fetch: SafeFetch
  log: Log
  /** 512 MiB by default. */
  maxCacheBytes?: number
  clock?: Clock
}

const defaultCacheBytes = 512 * 1024 * 1024
const maxImageBytes = 10 * 1024 * 1024
const freshMs = 7 * 24 * 60 * 60 * 1000
const refusalMs = 10 * 60 * 1000
const outageMs = 60 * 1000
/** Upper bound for a host's Retry-After. */
const maxOutageMs = 10 * 60 * 1000
const imageTypes = /^(image\/|(application|binary)\/octet-stream|$)/i
/** Failures that affect a single image and may be temporary. */
const outages = new Set<FetchFailure>(['timeout', 'busy'])

export function createImageProxy(options: ImageProxyOptions): ImageProxy {
  const { cacheDir, secret, fetch, log, maxCacheBytes = defaultCacheBytes, clock = systemClock } = options
  const cache = createFileCache(cacheDir, maxCacheBytes)
  const inFlight = new Map<string, Promise<CachedFile>>()
  const failures = createFailures(clock)
  const passOf = createHostGates()

  async function load(url: string, width: number): Promise<CachedFile> {
    const key = `${width} ${url}`
    const cached = await cache.find(key)
    if (cached && clock.now() - cached.storedAt < freshMs) return cached
    try {
      const bytes = await fetchImage(url, width)
      await cache.put(key, bytes).catch((err: unknown) => log.warn({ err }, 'image proxy: cannot write to the cache'))
      return { bytes, storedAt: clock.now() }
    } catch (reason) {
      if (cached) return cached
      throw reason
    }
  }

  async function fetchImage(url: string, width: number): Promise<Buffer> {
    const { host, origin } = new URL(url)
    failures.check(origin, url)
    const answer = await passOf(host)(() => fetch(url, { types: imageTypes, maxBytes: maxImageBytes, headers }))
    if (!answer.ok && answer.reason === 'unreachable') throw failures.hostOutage(url, answer.url ?? url)
    if (!answer.ok && outages.has(answer.reason)) throw failures.outage(url, answer.retryAt)
    if (answer.ok && answer.status >= 500) throw failures.outage(url)
    if (!answer.ok || answer.status !== 200) throw failures.refusal(url)
    try {
      return (await processImage(answer.body, { maxSide: width, variantWidths: [], quality: 80, format: 'webp' })).bytes
    } catch (reason) {
      if (reason instanceof AppError && reason.code === 'rate_limited') throw reason
      throw failures.refusal(url)
    }
  }

  return {
    get(signature, address, width) {
      const url = imageUrlOf(signature, address, secret)
      if (!url || !URL.canParse(url)) return Promise.reject(notShown())
      const key = `${width} ${url}`
      let loading = inFlight.get(key)
      if (!loading) {
        loading = load(url, width)
          .catch(asRefusal)
          .finally(() => inFlight.delete(key))
        inFlight.set(key, loading)
      }
      return loading
    },
    async findCached(url) {
      const found = await Promise.all(imageProxyWidths.map((width) => cache.find(`${width} ${url}`)))
      return found.find((one) => one !== null)?.bytes ?? null
    },
    addressOf: (url) => signedImagePath(url, secret),
  }
}

const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,image/*;q=0.5' }

const notShown = () => new AppError('not_found', t('This picture can’t be shown.'))
const noAnswer = () => new AppError('provider_failed', t('The site that hosts this picture is not responding.'))

function asRefusal(reason: unknown): never {
  if (!(reason instanceof SemaphoreFull)) throw reason
  throw new AppError('not_ready', t('Too many pictures from this site are being fetched. Try again in a moment.'), {
    retryAfterSeconds: 5,
  })
}

/** Remembers failures, so that a host that is down or a broken image is not requested for every reader. */
function createFailures(clock: Clock) {
  const failed = new LRUCache<string, { until: number; error: () => AppError }>({ max: 5000 })
  const remember = (key: string, until: number, error: () => AppError) => {
    failed.set(key, { until, error })
    return error()
  }
  return {
    /** @throws AppError if one of these hosts or URLs failed recently */
    check(...keys: string[]) {
      for (const key of keys) {
        const failure = failed.get(key)
        if (failure && failure.until > clock.now()) throw failure.error()
      }
    },
    refusal: (url: string) => remember(url, clock.now() + refusalMs, notShown),
    outage: (url: string, retryAt?: Date) => {
      const wantedMs = retryAt ? retryAt.getTime() - clock.now() : outageMs
      return remember(url, clock.now() + Math.min(wantedMs, maxOutageMs), noAnswer)
    },
    /** `lastUrl`: the URL after redirects. Its origin is the unreachable one, which is not necessarily the first
     *  URL's origin: many hosts redirect to HTTPS. */
    hostOutage(url: string, lastUrl: string) {
      remember(new URL(lastUrl).origin, clock.now() + outageMs, noAnswer)
      return remember(url, clock.now() + outageMs, noAnswer)
    },
  }
}

/** Limits concurrent fetches per host. */
function createHostGates() {
  const semaphores = new LRUCache<string, ReturnType<typeof createSemaphore>>({ max: 1000 })
  return (host: string) => {
    const semaphore = semaphores.get(host) ?? createSemaphore({ atOnce: 4, maxWaiting: 40 })
    semaphores.set(host, semaphore)
    return semaphore
  }
}
