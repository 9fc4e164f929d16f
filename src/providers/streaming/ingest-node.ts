import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { recordTexts } from '#kernel/trace.ts'
import type { BrowserAnswer, BrowserCall } from './browser-ingest.ts'
import { createRpcClient, type RpcServerOptions, openRpcServer } from './internal-rpc.ts'
import { becomeIngestNode, findIngestAddress, leaveIngestNode, saveIngestError } from './ingest-nodes.store.ts'
import { listenForRtmp, type RtmpServer, type RtmpServerOptions } from './rtmp-server.ts'

export interface IngestNodeOptions extends Omit<RpcServerOptions, 'host'> {
  db: Db
  log: Log
  clock: Clock
  host: string
  /** The address at which the site's other machines reach this one. */
  internalHost: string
  /** 0 if encoders cannot connect. */
  rtmpPort: number
  /** Whether this process may become the leader. */
  receives: boolean
  rtmp: RtmpServerOptions
  /** Called when this process has become the leader. */
  onElected: () => Promise<void>
  /** Called regularly while this process is the leader. */
  onCheck: () => Promise<void>
  /** Called when another process has become the leader and now owns the broadcasts. */
  onStepDown: () => void
  retryMs: number
}
export interface IngestNode {
  live(request: Request): Promise<Response>
  endBroadcast(providerId: string, reason: string): Promise<void>
  setPublic(providerId: string, isPublic: boolean): Promise<void>
  /** @throws AppError not_ready while there is no leader */
  browser(call: BrowserCall, part: Buffer<ArrayBuffer>): Promise<BrowserAnswer>
  close(): Promise<void>
}

/** A leader that does not respond may just be busy. It is replaced after this many failed pings. */
const maxMissedPings = 3

/** Elects one of the site's processes to receive broadcasts. The others forward player requests and browser uploads to
 *  it. If the leader stops, the first process to notice takes over. */
export async function openIngestNode(options: IngestNodeOptions): Promise<IngestNode> {
  const { db, log, clock, secret, host, internalHost, rtmpPort, onElected, onStepDown, retryMs } = options
  const server = await openRpcServer({ ...options, host: internalHost })
  const rpc = createRpcClient(secret, clock)
  let leader: string | null = null
  let rtmp: RtmpServer | null = null
  let missedPings = 0
  let isErrorReported = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const isLeading = () => leader === server.address

  async function checkLeadership() {
    const leaderAddress = (await findIngestAddress(db))?.address ?? null
    if (isLeading() && leaderAddress !== server.address) await stepDown()
    if (!isLeading() && !options.receives) leader = leaderAddress
    else if (!isLeading()) await tryToLead(leaderAddress)
    if (!isLeading()) return
    if (rtmpPort !== 0 && !rtmp) await listen()
    await options.onCheck()
  }

  async function stepDown() {
    leader = null
    log.warn('streaming: another process now receives broadcasts')
    onStepDown()
    await rtmp?.close()
    rtmp = null
  }

  async function tryToLead(lastLeader: string | null) {
    leader = lastLeader
    const status = lastLeader ? await rpc.ping(lastLeader) : 'dead'
    missedPings = status === 'timeout' ? missedPings + 1 : 0
    if (status === 'alive' || (status === 'timeout' && missedPings < maxMissedPings)) return
    if ((await becomeIngestNode(db, server.address, lastLeader)) === 0) return
    leader = server.address
    await onElected()
  }

  async function listen() {
    try {
      rtmp = await listenForRtmp(rtmpPort, host, options.rtmp)
      await saveIngestError(db, server.address, null)
      log.info({ rtmpPort }, 'streaming: encoders can connect')
    } catch (reason) {
      if (isErrorReported) return
      isErrorReported = true
      log.warn({ err: reason, rtmpPort, host }, 'streaming: encoders cannot connect')
      await saveIngestError(
        db,
        server.address,
        recordTexts(() => listenError(reason, rtmpPort, host)),
      )
    }
  }

  async function checkRepeatedly() {
    await checkLeadership().catch((err: unknown) => log.warn({ err }, 'streaming: could not determine the leader'))
    if (!isClosed) timer = setTimeout(() => void (currentCheck = checkRepeatedly()), retryMs).unref()
  }
  async function callLeader(call: (address: string) => Promise<void>) {
    const address = (await findIngestAddress(db))?.address
    // A process that has stopped has disconnected all its encoders and players.
    if (address) await call(address).catch(() => {})
  }
  let currentCheck = checkRepeatedly()
  await currentCheck

  return {
    async live(request) {
      if (isLeading()) return options.onLive(request)
      const answer = leader && (await rpc.live(leader, request).catch(() => null))
      return answer || new Response(null, { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    },
    async endBroadcast(providerId, reason) {
      if (isLeading()) return options.onEndBroadcast(providerId, reason)
      await callLeader((address) => rpc.endBroadcast(address, providerId, reason))
    },
    async setPublic(providerId, isPublic) {
      if (isLeading()) return options.onPublic(providerId, isPublic)
      await callLeader((address) => rpc.setPublic(address, providerId, isPublic))
    },
    async browser(call, part) {
      if (isLeading()) return options.onBrowser(call, part)
      const answer = leader && (await rpc.browser(leader, call, part).catch(() => null))
      if (answer) return answer
      throw new AppError('not_ready', t('The server cannot accept the broadcast right now.'), { retryAfterSeconds: 2 })
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await currentCheck
      await rtmp?.close()
      await server.close()
      if (isLeading()) await leaveIngestNode(db, server.address)
    },
  }
}

function listenError(reason: unknown, port: number, host: string): string {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  const values = { port: String(port), host }
  if (code === 'EADDRINUSE')
    return t(
      'Port {port} on {host} is in use by another program, so no encoder can connect. Set RTMP_PORT to a different port and restart.',
      values,
    )
  return code === 'EACCES'
    ? t(
        'Devstead is not allowed to use port {port} on {host}, so no encoder can connect. Set RTMP_PORT to a different port and restart.',
        values,
      )
    : t(
        'Port {port} on {host} cannot be opened, so no encoder can connect. Set RTMP_PORT to a different port and restart.',
        values,
      )
}
