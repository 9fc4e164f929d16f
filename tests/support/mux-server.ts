import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import {
  type Asked,
  type LiveAsset,
  type LiveStream,
  type MuxData,
  newAsset,
  newDelivery,
  newLiveStream,
  newPlaybackId,
  playedBy,
  refusals,
} from './mux-answers.ts'

interface Answer {
  status: number
  body?: unknown
}
/** `slow` never responds; `cut` closes the connection in the middle of the body. */
type Trouble = keyof typeof refusals | 'slow' | 'cut'
interface Signing {
  secret?: string
  signedAt?: Date
}

/** Starts a fake of Mux's API and webhooks on a free port. */
export async function startMuxServer() {
  const access = { tokenId: 'token-of-the-fake-mux', tokenSecret: 'secret-of-the-fake-mux' }
  const webhookSecret = 'webhooks-of-the-fake-mux'
  const data: MuxData = { liveStreams: new Map(), assets: new Map() }
  const received: { line: string; body: string }[] = []
  /** The connected encoder's stream key, by live stream id. */
  const encoders = new Map<string, string>()
  let trouble: { how: Trouble; times: number; line: RegExp } | null = null

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const line = `${request.method} ${request.url}`
    received.push({ line, body })
    const how = troubleAt(line)
    if (how === 'slow') return
    if (how === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"data":{"id')
      setTimeout(() => response.destroy(), 20)
      return
    }
    const { status, body: answer } = how ? refusals[how] : answerTo(request, body)
    const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '3600' }) }
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

  function troubleAt(line: string): Trouble | null {
    if (!trouble || trouble.times === 0 || !trouble.line.test(line)) return null
    trouble.times--
    return trouble.how
  }

  function answerTo({ method, url = '', headers }: IncomingMessage, body: string): Answer {
    const basic = Buffer.from(`${access.tokenId}:${access.tokenSecret}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) return refusals.unauthorized
    const { pathname, searchParams } = new URL(url, 'http://mux')
    const [, , , kind = '', id = '', verb = '', part = ''] = pathname.split('/')
    const call = `${method} ${kind}${id && '/:id'}${verb && `/${verb}`}${part && '/:id'}`
    const asked = JSON.parse(body || '{}') as Asked
    if (call === 'POST live-streams') return { status: 201, body: { data: created(asked) } }
    if (call === 'GET assets') return listed(searchParams)
    if (call === 'GET playback-ids/:id') return played(id)
    if (call === 'DELETE assets/:id') return data.assets.delete(id) ? { status: 204 } : refusals.not_found
    const stream = data.liveStreams.get(id)
    if (!stream || kind !== 'live-streams') return refusals.not_found
    return changed(call, stream, asked, part)
  }

  function created(asked: Asked): LiveStream {
    const stream = newLiveStream(asked)
    data.liveStreams.set(stream.id, stream)
    return stream
  }

  function changed(call: string, stream: LiveStream, asked: Asked, part: string): Answer {
    if (call === 'DELETE live-streams/:id') {
      end(stream)
      data.liveStreams.delete(stream.id)
      return { status: 204 }
    }
    if (call === 'PUT live-streams/:id/disable') {
      end(stream)
      stream.status = 'disabled'
      return { status: 200, body: { data: {} } }
    }
    if (call === 'PUT live-streams/:id/enable') {
      if (stream.status === 'disabled') stream.status = 'idle'
      return { status: 200, body: { data: {} } }
    }
    if (call === 'POST live-streams/:id/playback-ids') {
      const added = newPlaybackId(asked.policy ?? 'public')
      stream.playback_ids?.push(added)
      return { status: 201, body: { data: added } }
    }
    if (call === 'DELETE live-streams/:id/playback-ids/:id') {
      stream.playback_ids = stream.playback_ids?.filter((one) => one.id !== part) ?? []
      return { status: 204 }
    }
    // A connected encoder is not interrupted.
    if (call === 'POST live-streams/:id/reset-stream-key') stream.stream_key = crypto.randomUUID()
    return { status: 200, body: { data: stream } }
  }

  /** Returns a page with two assets. */
  function listed(query: URLSearchParams): Answer {
    const all = [...data.assets.values()].filter((asset) => asset.live_stream_id === query.get('live_stream_id'))
    const from = Number(query.get('cursor') ?? 0)
    const next_cursor = from + 2 < all.length ? String(from + 2) : null
    return { status: 200, body: { data: all.slice(from, from + 2), next_cursor } }
  }

  function played(playbackId: string): Answer {
    const asset = [...data.assets.values()].find((one) => one.playback_ids?.some(({ id }) => id === playbackId))
    return asset ? { status: 200, body: { data: playedBy(asset, playbackId) } } : refusals.not_found
  }

  /** Connects an encoder. @returns the asset that records the broadcast, or null if the key is rejected */
  function begin(streamKey: string): LiveAsset | null {
    const stream = [...data.liveStreams.values()].find((one) => one.stream_key === streamKey)
    if (!stream || stream.status === 'disabled') return null
    const asset = newAsset(stream)
    data.assets.set(asset.id, asset)
    encoders.set(stream.id, streamKey)
    Object.assign(stream, { status: 'active', active_asset_id: asset.id })
    return asset
  }

  function end(stream: LiveStream): LiveAsset | null {
    encoders.delete(stream.id)
    const asset = data.assets.get(stream.active_asset_id ?? '') ?? null
    if (stream.status === 'active') stream.status = 'idle'
    if (asset) Object.assign(asset, { is_live: false, progress: { state: 'completed', progress: 100 }, duration: 63.4 })
    delete stream.active_asset_id
    return asset
  }

  /** Returns the request for a webhook delivery. */
  function deliver(type: string, about: LiveStream | LiveAsset, at = new Date(), signing: Signing = {}) {
    return signed(JSON.stringify(newDelivery(type, about, at)), signing)
  }
  function signed(body: string, { secret = webhookSecret, signedAt = new Date() }: Signing = {}) {
    const t = Math.floor(signedAt.getTime() / 1000)
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'mux-signature': `t=${t},v1=${v1}` }
    return { method: 'POST', headers, body }
  }

  const server = http.createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    ...access,
    webhookSecret,
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data,
    received,
    encoders,
    begin,
    end,
    deliver,
    signed,
    /** Makes the next `times` requests whose method and path match `line` fail. */
    fail: (how: Trouble, line = /./, times = Infinity) => (trouble = { how, times, line }),
    recover: () => (trouble = null),
  }
}
