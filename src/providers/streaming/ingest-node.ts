import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { BrowserAnswer, BrowserCall } from './browser-ingest.ts'
import { doorCalls, type DoorOptions, openIngestDoor } from './ingest-door.ts'
import { becomeIngestNode, findIngestAddress, leaveIngestNode, saveIngestFault } from './ingest-nodes.store.ts'
import { listenForRtmp, type RtmpServer, type RtmpServerOptions } from './rtmp-server.ts'

export interface IngestNodeOptions extends Omit<DoorOptions, 'host'> {
  db: Db
  log: Log
  clock: Clock
  host: string
  /** Where the site's other machines reach this one. */
  internalHost: string
  /** 0: no encoder can connect. */
  rtmpPort: number
  rtmp: RtmpServerOptions
  /** This process now takes the site's broadcasts in. */
  onLead: () => Promise<void>
  /** It still does. */
  onLook: () => Promise<void>
  /** Another has taken its place: the broadcasts are that one's. */
  onYield: () => void
  retryMs: number
}
export interface IngestNode {
  live(request: Request): Promise<Response>
  cut(providerId: string, reason: string): Promise<void>
  setPublic(providerId: string, isPublic: boolean): Promise<void>
  /** @throws AppError not_ready while no process takes broadcasts in */
  browser(call: BrowserCall, part: Buffer<ArrayBuffer>): Promise<BrowserAnswer>
  close(): Promise<void>
}

/** A process that is there but does not answer may be busy: it is looked at so often before its place is taken. */
const mostSilences = 3

/** Of the site's processes one takes broadcasts in; the others pass on to it what players ask for and browsers
 *  send. When it is gone, the next that notices takes its place. */
export async function openIngestNode(options: IngestNodeOptions): Promise<IngestNode> {
  const { db, log, clock, secret, host, internalHost, rtmpPort, onLead, onYield, retryMs } = options
  const door = await openIngestDoor({ ...options, host: internalHost })
  const calls = doorCalls(secret, clock)
  let leader: string | null = null
  let rtmp: RtmpServer | null = null
  let silences = 0
  let isFaultTold = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const isLeading = () => leader === door.address

  async function keepOn() {
    const named = (await findIngestAddress(db))?.address ?? null
    if (isLeading() && named !== door.address) await yieldPlace()
    if (!isLeading()) await seek(named)
    if (!isLeading()) return
    if (rtmpPort !== 0 && !rtmp) await listen()
    await options.onLook()
  }

  async function yieldPlace() {
    leader = null
    log.warn('streaming: another process has taken broadcasts over')
    onYield()
    await rtmp?.close()
    rtmp = null
  }

  async function seek(seen: string | null) {
    leader = seen
    const look = seen ? await calls.look(seen) : 'gone'
    silences = look === 'silent' ? silences + 1 : 0
    if (look === 'there' || (look === 'silent' && silences < mostSilences)) return
    if ((await becomeIngestNode(db, door.address, seen)) === 0) return
    leader = door.address
    await onLead()
  }

  async function listen() {
    try {
      rtmp = await listenForRtmp(rtmpPort, host, options.rtmp)
      await saveIngestFault(db, door.address, null)
      log.info({ rtmpPort }, 'streaming: encoders can connect')
    } catch (reason) {
      if (isFaultTold) return
      isFaultTold = true
      const fault = faultOf(reason, rtmpPort, host)
      log.warn({ err: reason }, `streaming: ${fault}`)
      await saveIngestFault(db, door.address, fault)
    }
  }

  async function repeat() {
    await keepOn().catch((err: unknown) => log.warn({ err }, 'streaming: could not see who takes broadcasts in'))
    if (!isClosed) timer = setTimeout(() => void (turn = repeat()), retryMs).unref()
  }
  async function atLeader(call: (address: string) => Promise<void>) {
    const address = (await findIngestAddress(db))?.address
    // A process that is gone has cut everybody off.
    if (address) await call(address).catch(() => {})
  }
  let turn = repeat()
  await turn

  return {
    async live(request) {
      if (isLeading()) return options.onLive(request)
      const answer = leader && (await calls.live(leader, request).catch(() => null))
      return answer || new Response(null, { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    },
    async cut(providerId, reason) {
      if (isLeading()) return options.onCut(providerId, reason)
      await atLeader((address) => calls.cut(address, providerId, reason))
    },
    async setPublic(providerId, isPublic) {
      if (isLeading()) return options.onPublic(providerId, isPublic)
      await atLeader((address) => calls.setPublic(address, providerId, isPublic))
    },
    async browser(call, part) {
      if (isLeading()) return options.onBrowser(call, part)
      const answer = leader && (await calls.browser(leader, call, part).catch(() => null))
      if (answer) return answer
      throw new AppError('not_ready', 'The server cannot take the broadcast now.', { retryAfterSeconds: 2 })
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await turn
      await rtmp?.close()
      await door.close()
      if (isLeading()) await leaveIngestNode(db, door.address)
    },
  }
}

function faultOf(reason: unknown, port: number, host: string): string {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  const why =
    code === 'EADDRINUSE' ? 'is in use by another program' : code === 'EACCES' ? 'may not be used' : 'cannot be opened'
  return `Port ${port} on ${host} ${why}, so no encoder can connect. Set RTMP_PORT to another one and restart.`
}
