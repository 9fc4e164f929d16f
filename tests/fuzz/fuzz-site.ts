import http from 'node:http'
import { type Db, many, one } from '#kernel/db.ts'
import type { Caller, FuzzOptions, Response } from './fuzz.ts'
import type { FuzzRequest } from './requests.ts'
import type { JsonSchema, Vocabulary } from './values.ts'

export type FuzzSite = Pick<FuzzOptions, 'victimId' | 'words' | 'send' | 'repair'>

const brokenToken = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA'
const password = 'correct horse battery'
const answerLimitMs = 60_000

/** Adds an administrator, Alice, and Mallory to a running site. Alice and Mallory each have one of everything. */
export async function fuzzSite(url: string, db: Db, components: Record<string, JsonSchema>): Promise<FuzzSite> {
  const tokens: Record<Caller, string | null> = { anonymous: null, broken: brokenToken, mallory: null, admin: null }
  tokens.admin = await signUp('admina')
  const alice = await signUp('alice')
  const victim = await callAs<{ id: number }>(alice, 'GET', '/api/users/me')
  await fill(alice, 'alice')
  let mallories = 0
  await repair()

  function send(request: FuzzRequest, caller: Caller): Promise<Response> {
    return ask(url, request, tokens[caller])
  }

  /** Signs Mallory and the administrator in again, because a request may have ended their sessions. */
  async function repair(): Promise<void> {
    for (const caller of ['mallory', 'admin'] as const) {
      if (tokens[caller] && (await ask(url, reading('/api/users/me'), tokens[caller])).status === 200) continue
      if (caller === 'admin') {
        tokens.admin = await signIn('admina')
        continue
      }
      const name = `mallory${++mallories}`
      tokens.mallory = await signUp(name)
      await fill(tokens.mallory, name)
    }
  }

  async function signUp(username: string): Promise<string> {
    const data = { email: `${username}@example.org`, password, data: { username, fullName: username } }
    const session = await callAs<{ access_token: string }>(null, 'POST', '/auth/v1/signup', data)
    await callAs(session.access_token, 'GET', '/api/users/me')
    return session.access_token
  }

  async function signIn(username: string): Promise<string> {
    const data = { email: `${username}@example.org`, password }
    const path = '/auth/v1/token?grant_type=password'
    return (await callAs<{ access_token: string }>(null, 'POST', path, data)).access_token
  }

  async function callAs<Answer>(token: string | null, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: FuzzRequest['headers'] = body === undefined ? [] : [['content-type', 'application/json']]
    const sent = { method, target: path, headers, body: body === undefined ? null : JSON.stringify(body) }
    const { status, text } = await ask(url, sent, token)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows what the call returns
    return (text === '' ? null : JSON.parse(text)) as Answer
  }

  /** Creates one of everything that belongs to a member. */
  async function fill(token: string, name: string): Promise<void> {
    const make = (path: string, body: unknown, method = 'POST') => callAs<{ id: number }>(token, method, path, body)
    const { id } = await make('/api/posts', { content: `A post by ${name} #words`, title: `The article of ${name}` })
    await make(`/api/posts/${id}/comments`, { authorName: name, content: 'Well said' })
    await make('/api/projects', { title: 'Ferry times', description: 'When the next ferry leaves.' })
    await make('/api/livestreams', { title: 'Pairing' })
    await make('/api/sponsor-tiers', { name: 'Coffee', amount: 500 })
    await make('/api/sponsor-goals', { title: 'A goal', amount: 100 })
    await make('/api/sponsors', { displayName: 'Sam' })
    await make('/api/mutes/words', { word: 'spoilers' })
    const draft = {
      title: 'Draft',
      content: 'Words',
      categoryId: null,
      postId: null,
      baseUpdatedAt: null,
      updatedAt: null,
    }
    await make(`/api/drafts/${keyOf(name)}`, draft, 'PUT')
  }

  const posts = await many<{ id: number }>(db)`select id from all_posts order by id`
  const broadcast = await one<{ id: number }>(db)`select max(id) as id from all_livestreams`
  const words: Vocabulary = {
    components,
    ids: [1, 1, 2, 3, 4, 5, 999_999, ...posts.map(({ id }) => id), broadcast!.id],
    words: [
      'alice',
      'mallory1',
      'admina',
      keyOf('alice'),
      keyOf('mallory1'),
      'words',
      '/old',
      'https://example.org/a',
      '#x',
    ],
  }
  return { victimId: victim.id, words, send, repair }
}

/** A draft's key: 32 hexadecimal digits. */
const keyOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)

const reading = (target: string): FuzzRequest => ({ method: 'GET', target, headers: [], body: null })

/** Sends a request as is, even if it is invalid. A connection that fails counts as status 0. */
function ask(url: string, { method, target, headers, body }: FuzzRequest, token: string | null): Promise<Response> {
  const { hostname, port, host } = new URL(url)
  const pairs: [string, string][] = [
    ['host', host],
    ...headers,
    ...(token ? ([['authorization', `Bearer ${token}`]] satisfies [string, string][]) : []),
    ...(body === null ? [] : ([['content-length', String(Buffer.byteLength(body))]] satisfies [string, string][])),
  ]
  return new Promise((resolve) => {
    const request = http.request({ hostname, port, method, path: target, headers: pairs.flat(), agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          requestId: String(response.headers['x-request-id'] ?? ''),
        }),
      )
    })
    const fail = ({ message }: Error) => resolve({ status: 0, text: message, requestId: '' })
    request.on('error', fail)
    request.setTimeout(answerLimitMs, () => request.destroy(new Error('No response')))
    request.end(body)
  })
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
