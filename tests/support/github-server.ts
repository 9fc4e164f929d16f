import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { type Answer, etagOf, type GithubData, noData, queryAnswer, restAnswer } from './github-answers.ts'
import { recorded } from './github-samples.ts'
import { keepSilent, refusalOf, type Trouble } from './github-troubles.ts'

interface ReceivedRequest {
  /** A request, such as `GET /users/octocat?page=1`. */
  line: string
  headers: IncomingHttpHeaders
  body: string
}
interface Failing {
  /** Fails only requests whose path contains this text; if omitted, fails all requests. */
  path?: string
  /** How many requests fail; if omitted, all of them. */
  times?: number
}
export interface GithubServer {
  /** The value to use for GITHUB_API_URL. */
  url: string
  /** The token that the server accepts. */
  token: string
  /** The server's data, which tests may change at any time. */
  data: GithubData
  received: ReceivedRequest[]
  /** The highest number of concurrent requests so far. */
  readonly busiest: number
  /** The rate limit. Requests are rejected when none remain. */
  limit: { remaining: number; resetAt: Date }
  fail(how: Trouble, when?: Failing): void
  recover(): void
  close(): Promise<void>
}

/** Starts a fake of GitHub's REST and GraphQL APIs on a free port. It sends GitHub's own responses. */
export async function startGithubServer(): Promise<GithubServer> {
  const token = 'ghp_tokenOfTheFakeGithub000000000000000'
  const data = noData()
  const received: ReceivedRequest[] = []
  const limit = { remaining: 5000, resetAt: new Date(Date.now() + 30 * 60_000) }
  let [open, busiest] = [0, 0]
  let trouble: (Failing & { how: Trouble }) | null = null

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const body = await text(request)
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    const how = troubleAt(url)
    const refusal = how && refusalOf(how)
    if (how && !refusal) return keepSilent(how, response)
    send(request, response, refusal ?? answerTo(request, url, body))
  }

  function troubleAt({ pathname }: URL): Trouble | null {
    if (!trouble || trouble.times === 0 || !pathname.includes(trouble.path ?? '')) return null
    if (trouble.times !== undefined) trouble.times--
    return trouble.how
  }

  function answerTo({ headers: { authorization }, method }: IncomingMessage, url: URL, body: string): Answer {
    if (authorization !== undefined && authorization !== `token ${token}`) return refusalOf('bad_token')!
    if (limit.remaining === 0) return { status: 403, body: { message: 'API rate limit exceeded for 127.0.0.1.' } }
    if (method === 'GET') return restAnswer(data, url)
    return authorization === undefined
      ? { status: 403, body: { message: 'API rate limit exceeded for 127.0.0.1.' } }
      : queryAnswer(data, JSON.parse(body) as Parameters<typeof queryAnswer>[1])
  }

  function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
    const bytes = typeof body === 'string' ? body : JSON.stringify(body)
    const etag = etagOf(bytes)
    const isKnown = status === 200 && request.method === 'GET' && request.headers['if-none-match'] === etag
    if (!isKnown && limit.remaining > 0) limit.remaining--
    const all = {
      ...recorded.headers,
      'x-ratelimit-remaining': String(limit.remaining),
      'x-ratelimit-reset': String(Math.floor(limit.resetAt.getTime() / 1000)),
      'x-ratelimit-resource': request.url?.startsWith('/graphql') ? 'graphql' : 'core',
      ...(status === 200 && { etag }),
      ...headers,
      ...(headers?.location && { location: headers.location.replace('{port}', String(request.socket.localPort)) }),
    }
    response.writeHead(isKnown ? 304 : status, all).end(isKnown ? undefined : bytes)
  }

  const server = http.createServer((request, response) => {
    busiest = Math.max(busiest, ++open)
    response.on('close', () => open--)
    void handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    data,
    received,
    get busiest() {
      return busiest
    },
    limit,
    fail: (how, when = {}) => {
      trouble = { how, ...when }
    },
    recover: () => {
      trouble = null
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
