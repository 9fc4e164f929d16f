import * as z from 'zod/mini'
import { livestreamPath } from './livestreams.contract.ts'

/** Broadcasting from a browser: opened with POST, then each part with POST, then DELETE. */
export const broadcastPath = (id: number | ':id') => `${livestreamPath(id)}/broadcast` as const
export const broadcastPartPath = (id: number | ':id', session: string) => `${broadcastPath(id)}/${session}` as const

export const OpenBroadcast = z.object({ session: z.string() })
/** `next`: the number of the tag that is wanted now. */
export const TakenPart = z.object({ next: z.int() })

/** Where a part begins: the number of its first tag, as it stands in an address. */
export const FromText = z.pipe(
  z.string('Say from which tag on.').check(z.regex(/^\d{1,12}$/, 'Say from which tag on.')),
  z.transform(Number),
)

export const partType = 'application/octet-stream'
export const maxPartBytes = 2 * 1024 * 1024
export const onlyFromSoftware = 'This site takes broadcasts from streaming software only.'

/** A body of an FLV tag, as RTMP carries it too. `timestamp`: milliseconds. */
export interface MediaTag {
  kind: 'video' | 'audio'
  timestamp: number
  body: Uint8Array
}

const headBytes = 9
const typeOf = { audio: 8, video: 9 } as const

/** How much of a part the tag takes up. */
export const tagBytes = ({ body }: MediaTag): number => headBytes + body.length

/** The tags as one part: for each its type (FLV's), timestamp and length, then the body. */
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
