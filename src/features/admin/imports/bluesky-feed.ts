import { t } from '#messages/messages.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import * as z from 'zod/mini'
import { siteOfAccount } from './bluesky-posts.ts'
import { type SourceSite, SourceError } from './source-site.ts'

/** Dependencies for reading a source from the web. */
export interface Web {
  fetch: SafeFetch
  /** The URL of a Bluesky AppView, without a trailing slash. */
  blueskyApiUrl: string
}

const Page = z.object({
  cursor: z.optional(z.string()),
  feed: z.array(
    z.object({
      post: z.object({
        uri: z.string(),
        author: z.object({ did: z.string(), handle: z.string() }),
        record: z.unknown(),
      }),
      /** Set for reposts and pinned posts. */
      reason: z.optional(z.unknown()),
    }),
  ),
})

const limits = { types: /^application\/json\b/i, maxBytes: 16 * 1024 * 1024, timeoutMs: 30_000 }
const postsPerPage = 100
/** A safeguard: Bluesky stops earlier. */
const maxPages = 1000

/** Reads the public posts of an account, newest first, without reposts or replies to others.
 *  @throws SourceError if the account does not exist or Bluesky is unavailable */
export async function readBlueskyFeed(handle: string, web: Web): Promise<SourceSite> {
  const records = new Map<string, unknown>()
  let account = { did: '', handle }
  let reposts = 0
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { feed, cursor: next } = await pageOf(handle.replace(/^@/, ''), cursor, web)
    for (const { post, reason } of feed) {
      if (isRepost(reason)) reposts++
      else {
        account = post.author
        records.set(post.uri, post.record)
      }
    }
    if (next === undefined || next === cursor || feed.length === 0) break
    cursor = next
  }
  const site = siteOfAccount({ ...account, records })
  return {
    ...site,
    notes: [...(site.notes ?? []), ...(reposts > 0 ? [t('not imported: reposts ({count})', { count: reposts })] : [])],
  }
}

const Reason = z.object({ $type: z.literal('app.bsky.feed.defs#reasonRepost') })
const isRepost = (reason: unknown): boolean => Reason.safeParse(reason).success

async function pageOf(actor: string, cursor: string | undefined, { fetch, blueskyApiUrl }: Web) {
  const query = new URLSearchParams({
    actor,
    limit: String(postsPerPage),
    filter: 'posts_and_author_threads',
    ...(cursor !== undefined && { cursor }),
  })
  const answer = await fetch(`${blueskyApiUrl}/xrpc/app.bsky.feed.getAuthorFeed?${query}`, limits)
  if (!answer.ok)
    throw new SourceError(
      answer.reason === 'busy'
        ? t('Bluesky’s rate limit has been reached. Try again later.')
        : t('Bluesky is unavailable. Try again later.'),
    )
  if (answer.status === 400) throw new SourceError(t('Bluesky has no public account named {actor}.', { actor }))
  const { data } = Page.safeParse(parsed(answer.body))
  if (answer.status !== 200 || !data) throw new SourceError(t('Bluesky is unavailable. Try again later.'))
  return data
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch {
    return null
  }
}
