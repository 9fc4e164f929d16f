import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

export const OpenBroadcast = z.object({ session: z.string() })
/** `next`: the number of the next tag that the server expects. */
export const ReceivedPart = z.object({ next: z.int() })

const fromText = () => t('from must be the number of a tag.')
/** `from`: the number of the part's first tag. */
const PartQuery = z.object({
  from: z.pipe(z.string({ error: fromText }).check(z.regex(/^\d{1,12}$/, { error: fromText })), z.transform(Number)),
})

export const partType = 'application/octet-stream'

const ofSession = { access: 'member', params: { id: IdText, session: z.string() } } as const

export const openBroadcast = endpoint('POST /api/livestreams/:id/broadcast', {
  summary: 'Start a broadcast from a browser',
  access: 'writer',
  params: { id: IdText },
  answer: OpenBroadcast,
  limits: [perMember('broadcasts', 240, 3600)],
  creates: true,
})
export const sendBroadcastPart = endpoint('POST /api/livestreams/:id/broadcast/:session', {
  summary: 'Send a part of a broadcast',
  ...ofSession,
  access: 'writer',
  query: PartQuery,
  body: media(partType),
  answer: ReceivedPart,
  // Several parts per second are normal; the session and the number of parts in transit limit them.
  limits: [],
  isFrequent: true,
})
export const endBroadcast = endpoint('DELETE /api/livestreams/:id/broadcast/:session', {
  summary: 'End a broadcast',
  ...ofSession,
  answer: z.null(),
})

export const onlyFromSoftware = () => t('This site only accepts broadcasts from streaming software.')

/** The body of an FLV tag, as in RTMP. `timestamp`: milliseconds. */
export interface MediaTag {
  kind: 'video' | 'audio'
  timestamp: number
  body: Uint8Array
}

const headBytes = 9
const typeOf = { audio: 8, video: 9 } as const

/** Returns the size of the tag in a part. */
export const tagBytes = ({ body }: MediaTag): number => headBytes + body.length

/** Encodes the tags as one part. Each tag consists of its type (as in FLV), timestamp, length, and body. */
export function partOf(tags: MediaTag[]): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(tags.reduce((sum, tag) => sum + tagBytes(tag), 0))
  const view = new DataView(part.buffer)
  let at = 0
  for (const { kind, timestamp, body } of tags) {
    view.setUint8(at, typeOf[kind])
    view.setUint32(at + 1, timestamp)
    view.setUint32(at + 5, body.length)
    part.set(body, at + headBytes)
    at += headBytes + body.length
  }
  return part
}
