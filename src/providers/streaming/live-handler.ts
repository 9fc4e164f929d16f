import type { Clock } from '#kernel/clock.ts'
import type { LiveBroadcast } from './live-broadcast.ts'
import { isLiveToken } from './live-tokens.ts'
import { newWatcher, watcherParameter } from './watchers.ts'

export interface LiveHandlerOptions {
  find: (playbackId: string) => LiveBroadcast | null
  secret: Buffer
  clock: Clock
  /** How long a blocking request may wait for the next part. */
  waitMs: number
}

/** Requests for segments further ahead than this are rejected. */
const maxSegmentsAhead = 2
const playlistType = 'application/vnd.apple.mpegurl'
const partType = 'video/iso.segment'

const pathPattern = /^\/live\/([\w-]{1,64})(?:\.(\d{1,12}\.[\w-]{1,64}))?\/([\w.]{1,40})$/

/** Handles GET /live/{playbackId}/index.m3u8 and the files listed in its playlists. URLs for private broadcasts have a
 *  token after the playback id. Any other path returns 404. */
export function createLiveHandler({ find, secret, clock, waitMs }: LiveHandlerOptions) {
  return async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return errorResponse(405, 'This URL only supports GET and HEAD.')
    const [, playbackId = '', token = '', name = ''] = pathPattern.exec(pathname) ?? []
    const broadcast = find(playbackId)
    const isAllowed = broadcast?.row.isPublic || isLiveToken(secret, playbackId, token, clock.now())
    if (!broadcast || !isAllowed) return errorResponse(404, 'This livestream is not on air.')
    const file = await findFile(broadcast, name, searchParams, waitMs)
    if (file === 'ahead') return errorResponse(400, 'This part is too far in the future.')
    if (!file) return errorResponse(404, 'This file does not exist or is no longer available.')
    const scope = broadcast.row.isPublic ? 'public' : 'private'
    return new Response(request.method === 'HEAD' ? null : bodyOf(file.body), {
      headers: {
        'content-type': file.type,
        'content-length': String(Buffer.byteLength(file.body)),
        'cache-control': file.isImmutable ? `${scope}, max-age=3600, immutable` : 'no-cache',
      },
    })
  }
}

const chunkBytes = 64 * 1024

/** Streams large bodies in chunks, as fast as the player reads. A Response would copy the whole body for each
 *  player. */
function bodyOf(body: LiveFile['body']): BodyInit {
  if (body.length <= chunkBytes || typeof body === 'string') return body
  let at = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(body.subarray(at, (at += chunkBytes)))
      if (at >= body.length) controller.close()
    },
  })
}

interface LiveFile {
  type: string
  body: string | Buffer<ArrayBuffer>
  isImmutable: boolean
}

async function findFile({ packager, watchers }: LiveBroadcast, file: string, query: URLSearchParams, waitMs: number) {
  const { output } = packager
  const { ring } = output
  if (file === 'index.m3u8') {
    await ring.wait(ring.first, 0, waitMs)
    return ring.segments.length > 0 ? playlist(withWatcher(newWatcher(), packager.master())) : null
  }
  if (file === 'media.m3u8') {
    watchers.note(query.get(watcherParameter))
    return findMediaPlaylist({ packager }, query, waitMs)
  }
  if (file === 'poster.mp4') return mediaFile('video/mp4', output.poster(), false)
  const [, init, sequence, part] = /^(?:init(\d{1,12})\.mp4|(\d{1,12})(?:\.(\d{1,4}))?\.m4s)$/.exec(file) ?? []
  if (init) return mediaFile('video/mp4', output.init(Number(init)))
  if (!sequence) return null
  if (!part) return mediaFile(partType, ring.find(Number(sequence))?.bytes ?? null)
  // Players request the part in the preload hint before it exists.
  if (Number(sequence) <= ring.next()) await ring.wait(Number(sequence), Number(part), waitMs)
  return mediaFile(partType, ring.find(Number(sequence))?.parts[Number(part)]?.bytes ?? null)
}

async function findMediaPlaylist(
  { packager }: Pick<LiveBroadcast, 'packager'>,
  query: URLSearchParams,
  waitMs: number,
) {
  const { output } = packager
  const { ring } = output
  const sequence = numberOf(query.get('_HLS_msn'))
  if (sequence === null) await ring.wait(ring.first, 0, waitMs)
  else if (sequence >= ring.next() + maxSegmentsAhead) return 'ahead'
  else await ring.wait(sequence, numberOf(query.get('_HLS_part')), waitMs)
  return ring.segments.length > 0 ? playlist(output.media()) : null
}

/** Returns the master playlist with a media playlist URL, which the player polls, that identifies the player. */
const withWatcher = (watcher: string, master: string): string =>
  master.replaceAll('media.m3u8', `media.m3u8?${watcherParameter}=${watcher}`)

const numberOf = (text: string | null): number | null => (text && /^\d{1,12}$/.test(text) ? Number(text) : null)

const playlist = (body: string): LiveFile => ({ type: playlistType, body, isImmutable: false })
const mediaFile = (type: string, body: Buffer<ArrayBuffer> | null, isImmutable = true): LiveFile | null =>
  body && { type, body, isImmutable }

const errorResponse = (status: number, message: string) =>
  new Response(message, { status, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
