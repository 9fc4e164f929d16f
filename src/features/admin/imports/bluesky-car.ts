import { t } from '#messages/messages.ts'
import { createHash } from 'node:crypto'
import { fromUint8Array } from '@atcute/car'
import { decode, toCidLink } from '@atcute/cbor'
import * as z from 'zod/mini'
import { pictureAddress, siteOfAccount } from './bluesky-posts.ts'
import { reasonOf } from './source-files.ts'
import { type SourceProfile, type SourceSite, SourceError, storable } from './source-site.ts'
import { orElse } from './or-else.ts'

const Cid = z.object({ $link: z.string() })
const Bytes = z.pipe(
  z.object({ $bytes: z.string() }),
  z.transform(({ $bytes }: { $bytes: string }) => Buffer.from($bytes, 'base64')),
)
const Commit = z.object({ did: z.string(), data: Cid })
/** A node in the tree of records. An entry's key shares its first `p` bytes with the previous entry's key. */
const Node = z.object({
  l: z.nullish(Cid),
  e: z.array(z.object({ p: z.int(), k: Bytes, v: Cid, t: z.nullish(Cid) })),
})
type Blocks = ReadonlyMap<string, Uint8Array>

/** Reports whether a file starts with the header of a CAR file: its length, and a map with `roots` and `version`. */
export const isCar = (start: Buffer): boolean => {
  const header = start.toString('latin1', 0, 24)
  return header.includes('eroots') && start.toString('latin1').includes('gversion')
}

/** Reads a Bluesky account's repository, as `com.atproto.sync.getRepo` returns it. @throws SourceError if it is
 *  damaged. Source: AT Protocol's repository format */
export function readBlueskyCar(bytes: Uint8Array): SourceSite {
  const { did, blocks, addresses } = repositoryOf(bytes)
  const records = new Map<string, unknown>()
  for (const [key, cid] of addresses)
    if (key.startsWith('app.bsky.feed.post/')) records.set(`at://${did}/${key}`, recordOf(blocks.get(cid)))
  const profile = recordOf(blocks.get(addresses.get('app.bsky.actor.profile/self') ?? ''))
  return { ...siteOfAccount({ did, handle: null, records }), ...profileOf(did, profile) }
}

function repositoryOf(bytes: Uint8Array): { did: string; blocks: Blocks; addresses: Map<string, string> } {
  try {
    const file = fromUint8Array(bytes)
    const blocks = new Map<string, Uint8Array>()
    for (const { cid, bytes: block } of file) {
      if (!createHash('sha256').update(block).digest().equals(cid.digest.contents))
        throw new Error(t('a block is damaged'))
      blocks.set(toCidLink(cid).$link, block)
    }
    const { did, data } = Commit.parse(decode(blockOf(blocks, file.roots[0]?.$link ?? '')))
    return { did, blocks, addresses: addressesIn(blocks, data.$link) }
  } catch (reason) {
    const [why = ''] = reasonOf(reason).split('\n')
    throw new SourceError(t('The repository cannot be read: {why}.', { why }), { cause: reason })
  }
}

function blockOf(blocks: Blocks, cid: string): Uint8Array {
  const block = blocks.get(cid)
  if (!block) throw new Error(t('it is incomplete'))
  return block
}

/** Returns the ids of the records by path: `app.bsky.feed.post/3k…`. */
function addressesIn(blocks: Blocks, root: string): Map<string, string> {
  const addresses = new Map<string, string>()
  const waiting = [root]
  const seen = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { l: left, e: entries } = Node.parse(decode(blockOf(blocks, id)))
    let key = Buffer.alloc(0)
    for (const { p: shared, k: rest, v: value } of entries) {
      key = Buffer.concat([key.subarray(0, shared), rest])
      addresses.set(key.toString(), value.$link)
    }
    waiting.push(...[left, ...entries.map(({ t }) => t)].flatMap((one) => (one ? [one.$link] : [])))
  }
  return addresses
}

/** Returns null for a missing or damaged record. */
function recordOf(block: Uint8Array | undefined): unknown {
  try {
    return block ? decode(block) : null
  } catch {
    return null
  }
}

const text = orElse(z.string(), '')
const Profile = z.object({
  description: text,
  avatar: orElse(z.optional(z.object({ ref: Cid })), undefined),
  website: text,
})

/** Omits the display name, so that the member keeps theirs. */
function profileOf(did: string, record: unknown): { profile?: SourceProfile } {
  const { data } = Profile.safeParse(record)
  if (!data) return {}
  const { description, avatar, website } = data
  return {
    profile: {
      displayName: '',
      title: '',
      bio: storable(description).slice(0, 2000),
      profileImage: avatar ? pictureAddress(did, avatar.ref.$link, 'avatar') : '',
      githubUsername: '',
      skills: [],
      links: website ? [{ label: 'Website', url: website }] : [],
    },
  }
}
