import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Admit, Publication } from './rtmp-session.ts'
import { recordTexts } from '#kernel/trace.ts'
import { t } from '#messages/messages.ts'

/** A request from a broadcasting browser. `owner`: who opened the session; no one else may use it. */
export const BrowserCall = z.discriminatedUnion('act', [
  z.object({ act: z.literal('open'), owner: z.string(), key: z.string() }),
  z.object({ act: z.literal('take'), owner: z.string(), session: z.string(), from: z.int() }),
  z.object({ act: z.literal('end'), owner: z.string(), session: z.string() }),
])
export type BrowserCall = z.infer<typeof BrowserCall>
/** `next`: the number of the next tag to send. */
export const BrowserAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), session: z.string(), next: z.int() }),
  z.object({
    ok: z.literal(false),
    code: z.enum(['conflict', 'gone', 'not_found', 'invalid_input', 'not_ready']),
    reason: z.string(),
    next: z.optional(z.int()),
  }),
])
export type BrowserAnswer = z.infer<typeof BrowserAnswer>

export interface BrowserIngestOptions {
  admit: Admit
  /** Sessions that receive no requests for this long are closed. */
  silenceMs: number
}

interface Session {
  owner: string
  publication: Publication | null
  next: number
  /** Why the session was disconnected; null while it is open. */
  cutReason: string | null
  silenceTimer: NodeJS.Timeout | undefined
}

/** How long a disconnected session still responds with the reason. */
const cutSessionMs = 60_000

/** Receives broadcasts from browsers, as `rtmp-server.ts` does from encoders. A browser whose session has timed out can
 *  continue by opening another one. */
export function createBrowserIngest({ admit, silenceMs }: BrowserIngestOptions) {
  const sessions = new Map<string, Session>()
  let isClosed = false

  async function open(owner: string, key: string): Promise<BrowserAnswer> {
    const name = randomBytes(24).toString('base64url')
    const session: Session = { owner, publication: null, next: 0, cutReason: null, silenceTimer: undefined }
    const admission = await admit(key, (reason) => cut(name, session, reason))
    if (!admission.ok) return { ok: false, code: 'conflict', reason: admission.reason }
    session.publication = admission.publication
    if (session.cutReason === null) session.silenceTimer = setTimeout(() => finish(name, session, 'lost'), silenceMs)
    sessions.set(name, session)
    return { ok: true, session: name, next: 0 }
  }

  function cut(name: string, session: Session, reason: string) {
    session.cutReason = reason
    clearTimeout(session.silenceTimer)
    setTimeout(() => sessions.delete(name), cutSessionMs).unref()
    session.publication?.end('lost')
  }

  function finish(name: string, session: Session, how: 'stopped' | 'lost') {
    clearTimeout(session.silenceTimer)
    sessions.delete(name)
    session.publication?.end(how)
  }

  function append(name: string, session: Session, from: number, part: Buffer): BrowserAnswer {
    if (from > session.next)
      return { ...refused('conflict', () => t('The parts before this one are missing.')), next: session.next }
    const tags = parseTags(part)
    if (!tags) return refused('invalid_input', () => t('The part is invalid.'))
    session.silenceTimer?.refresh()
    for (const { isVideo, timestamp, body } of tags.slice(session.next - from)) {
      session.next++
      if (body.length > 0) session.publication?.[isVideo ? 'video' : 'audio'](body, timestamp)
      if (session.cutReason !== null) return { ok: false, code: 'gone', reason: session.cutReason }
    }
    return { ok: true, session: name, next: session.next }
  }

  return {
    async handle(call: BrowserCall, part: Buffer): Promise<BrowserAnswer> {
      if (isClosed) return refused('not_ready', () => t('The server is restarting.'))
      if (call.act === 'open') return open(call.owner, call.key)
      const session = sessions.get(call.session)
      if (session?.owner !== call.owner) return refused('not_found', () => t('This broadcast has ended.'))
      if (session.cutReason !== null) return { ok: false, code: 'gone', reason: session.cutReason }
      if (call.act === 'take') return append(call.session, session, call.from, part)
      finish(call.session, session, 'stopped')
      return { ok: true, session: call.session, next: session.next }
    },
    /** Browsers retry, and then reach another process, or this one after its restart. */
    close() {
      isClosed = true
      for (const [name, session] of sessions) finish(name, session, 'lost')
    },
  }
}

interface FlvTag {
  isVideo: boolean
  timestamp: number
  body: Buffer
}

const headerBytes = 9
const audioType = 8
const videoType = 9
/** Thirty seconds of video and audio. Parsing more at once would block other requests. */
const maxTags = 4096

/** Parses the tags of a part, as written by `partOf`. @returns null if the part is invalid */
function parseTags(part: Buffer): FlvTag[] | null {
  const tags: FlvTag[] = []
  let at = 0
  while (at + headerBytes <= part.length) {
    const type = part[at]
    const start = at + headerBytes
    at = start + part.readUInt32BE(at + 5)
    const isTag = at <= part.length && (type === audioType || type === videoType)
    if (!isTag || tags.length === maxTags) return null
    tags.push({
      isVideo: type === videoType,
      timestamp: part.readUInt32BE(start - 8),
      body: copyRange(part, start, at),
    })
  }
  return at === part.length ? tags : null
}

/** Copies the tag, so that keeping it does not keep the whole part in memory. */
function copyRange(part: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(end - start)
  part.copy(copy, 0, start, end)
  return copy
}

/** @param text a message, which is stored and shown in its reader's language */
const refused = (code: (BrowserAnswer & { ok: false })['code'], text: () => string): BrowserAnswer & { ok: false } => ({
  ok: false,
  code,
  reason: recordTexts(text),
})
