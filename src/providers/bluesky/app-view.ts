import type { AtpBaseClient } from '@atproto/api'
import { t } from '#messages/messages.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import type { Bluesky, BlueskyFailure } from './bluesky.ts'

interface AppViewOptions {
  /** The AppView's URL, without a trailing slash. */
  url: string
  userAgent: string
}

const limits = { maxBytes: 256 * 1024, timeoutMs: 5000 }
const failures: Record<BlueskyFailure['reason'], () => string> = {
  absent: () => t('Bluesky does not show this account.'),
  busy: () => t('Bluesky’s rate limit has been reached. Try again later.'),
  unavailable: () => t('Bluesky is unavailable. Try again later.'),
}

/** Reads from Bluesky's public AppView, or from another one, through the official client. */
export function appViewBluesky({ url, userAgent }: AppViewOptions): Bluesky {
  const { hostname, port, protocol } = new URL(url)
  const allow = [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`]
  const fetch = createSafeFetch({ allow, userAgent })
  let client: Promise<AtpBaseClient> | undefined

  async function ask(path: string, { headers }: RequestInit): Promise<Response> {
    const answer = await fetch(url + path, { ...limits, headers: Object.fromEntries(new Headers(headers)) })
    if (!answer.ok) return new Response(null, { status: answer.reason === 'busy' ? 429 : 502 })
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }

  return {
    async profile(actor) {
      try {
        const { app } = await (client ??= openClient(ask))
        const { did, handle, displayName = '', avatar } = (await app.bsky.actor.getProfile({ actor })).data
        return { ok: true, profile: { did, handle, displayName, avatarUrl: avatar ?? null } }
      } catch (reason) {
        return failed(reason)
      }
    },
  }
}

/** Loaded on first use: loading the client takes 39 MB and a tenth of a second, and many sites never need it. */
const openClient = async (ask: (path: string, init: RequestInit) => Promise<Response>) =>
  new (await import('@atproto/api')).AtpBaseClient(ask)

function failed(reason: unknown): BlueskyFailure {
  const status = reason instanceof Error && 'status' in reason ? reason.status : null
  const kind = status === 400 ? 'absent' : status === 429 ? 'busy' : 'unavailable'
  return { ok: false, reason: kind, message: failures[kind]() }
}
