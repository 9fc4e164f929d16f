import { setTimeout as sleep } from 'node:timers/promises'
import { postChatMessage } from '#features/live/chat/chat.contract.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { type Account, call, signIn, signUp } from './accounts.ts'

export const writeKinds = ['post', 'comment', 'message'] as const
export type WriteKind = (typeof writeKinds)[number]

/** A post, comment, or message that a writer has sent to the site. */
export interface Write {
  kind: WriteKind
  text: string
  sentMs: number
  /** The status of the response: 0 if there was none, null while the writer waits for it. */
  status: number | null
  /** When the site confirmed it; null if it did not. */
  acknowledgedMs: number | null
  /** The page that the text links to, which expects a webmention; null for none. */
  target: string | null
}

/** Members who keep writing, whatever happens to the site. */
export interface Writers {
  writes: readonly Write[]
  livestream: { id: number; streamKey: string }
  /** Resolves as soon as `count` writes sent after this call have been acknowledged. @throws Error after the time
   *  limit */
  acknowledged(count: number, limitMs: number): Promise<Write>
  stop(): Promise<void>
}

interface Options {
  /** The machines of the site. If one does not accept a write, the next write goes to the next machine. */
  siteUrls: readonly string[]
  /** The base URL of pages that expect webmentions. */
  targetUrl: string
  count?: number
}

const pauseMs = 40
/** How long a writer pauses after a failed write. */
const retryMs = 200
const writeLimitMs = 30_000
/** One text in this many has a link. */
const linkEvery = 15

/** Signs up members, who then each write posts, comments, and chat messages, one at a time. */
export async function startWriters({ siteUrls, targetUrl, count = 6 }: Options): Promise<Writers> {
  const [siteUrl = ''] = siteUrls
  const accounts: Account[] = []
  for (let number = 1; number <= count; number++) accounts.push(await signUp(siteUrl, `writer_${number}`))
  const [account] = accounts
  const post = await call<{ id: number }>(siteUrl, '/api/posts', {
    body: { content: 'The discussed post' },
    account: account!,
  })
  const livestream = await call<{ id: number; streamKey: string }>(siteUrl, createLivestream.path, {
    body: { title: 'Live' },
    account: account!,
  })
  const paths: Record<WriteKind, string> = {
    post: '/api/posts',
    comment: createComment.href({ id: post.id }),
    message: postChatMessage.href({ id: livestream.id }),
  }
  const writes: Write[] = []
  const stopping = new AbortController()
  const working = accounts.map(work)

  async function work(account: Account, start: number): Promise<void> {
    for (let at = start, turn = 0; !stopping.signal.aborted; turn++, await sleep(pauseMs)) {
      const kind = writeKinds[turn % writeKinds.length]!
      const text = `Write ${writes.length + 1}`
      const target =
        kind === 'post' && (writes.length + 1) % linkEvery === 0 ? `${targetUrl}/${writes.length + 1}` : null
      const write: Write = { kind, text, sentMs: performance.now(), status: null, acknowledgedMs: null, target }
      writes.push(write)
      write.status = await send(siteUrls[at % siteUrls.length]! + paths[kind], bodyOf(write), account)
      if (write.status === 401) account.token = await signIn(siteUrl, account.username).catch(() => '')
      if (write.status === 201) write.acknowledgedMs = performance.now()
      else {
        at++
        await sleep(retryMs)
      }
    }
  }

  return {
    writes,
    livestream,
    async acknowledged(wanted, limitMs) {
      const sinceMs = performance.now()
      const first = writes.length
      for (; performance.now() < sinceMs + limitMs; await sleep(10)) {
        const found = writes.slice(first).filter(({ acknowledgedMs }) => acknowledgedMs !== null)
        if (found.length >= wanted) return found.reduce((a, b) => (a.acknowledgedMs! < b.acknowledgedMs! ? a : b))
      }
      throw new Error(`The site acknowledged fewer than ${wanted} writes within ${limitMs / 1000} s.`)
    },
    async stop() {
      stopping.abort()
      await Promise.all(working)
    },
  }
}

function bodyOf({ kind, text, target }: Write): object {
  if (kind === 'message') return { message: text }
  return { content: target === null ? text : `${text}\n\n[A page](${target})` }
}

/** Returns the status, or 0 if there is no response. */
async function send(url: string, body: object, { token }: Account): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(writeLimitMs),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
