import { Octokit } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import Bottleneck from 'bottleneck'
import { githubFetch } from './github-fetch.ts'

const apiVersion = '2022-11-28'
const retryMs = 300
const maxConcurrent = 10
const Client = Octokit.plugin(throttling, retry)
export type Client = Octokit

export interface ClientOptions {
  apiUrl: string
  token: string | null
  userAgent: string
}

/** Creates GitHub's own client. Retries server errors once; reports an exhausted rate limit instead of waiting. */
export function createClient({ apiUrl, token, userAgent }: ClientOptions): Client {
  const client = new Client({
    baseUrl: apiUrl,
    userAgent,
    ...(token && { auth: token }),
    request: { fetch: githubFetch },
    log: quiet,
    // Queries use POST but write nothing, so no one-second pause is needed between them.
    throttle: {
      id: apiUrl,
      onRateLimit: refuse,
      onSecondaryRateLimit: refuse,
      write: new Bottleneck.Group({ maxConcurrent: maxConcurrent }),
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
/** GitHub's messages are not logged: they may repeat secrets from the request. */
const quiet = { debug: silence, info: silence, warn: silence, error: silence }
