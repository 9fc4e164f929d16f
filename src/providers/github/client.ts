import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import Bottleneck from 'bottleneck'
import { githubFetch } from './github-fetch.ts'

const apiVersion = '2022-11-28'
const retryMs = 300
const atOnce = 10
const Client = Octokit.plugin(throttling, retry)
export type Client = Octokit

export interface ClientOptions {
  apiUrl: string
  token: string | null
  userAgent: string
}

/** GitHub's own client. What fails on its side is asked once more; a limit that is spent is reported, and never waited
 *  for. */
export function createClient({ apiUrl, token, userAgent }: ClientOptions): Client {
  const client = new Client({
    baseUrl: apiUrl,
    userAgent,
    ...(token && { auth: token }),
    request: { fetch: githubFetch },
    log: quiet,
    // Queries are sent by POST, but write nothing: they need not come a second apart.
    throttle: {
      id: apiUrl,
      onRateLimit: refuse,
      onSecondaryRateLimit: refuse,
      write: new Bottleneck.Group({ maxConcurrent: atOnce }),
    },
    retry: { doNotRetry: [400, 401, 403, 404, 409, 410, 422, 429, 451], retries: 1, retryAfterBaseValue: retryMs },
  })
  client.hook.before('request', ({ headers }) => {
    headers['x-github-api-version'] = apiVersion
  })
  return client
}

const refuse = () => false
const silence = () => {}
/** What GitHub says is not for our log: it may repeat what it was told. */
const quiet = { debug: silence, info: silence, warn: silence, error: silence }
