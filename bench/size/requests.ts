import * as z from 'zod/mini'
import { routes } from '#app/features.ts'
import type { Access } from '#kernel/endpoint.contract.ts'
import { pages } from '#pages/pages.ts'
import { commonTag, commonWord, discussedPost, plainPost, quiet, rareTag, rareWord, type Scale, star } from './cast.ts'
import { draftKey, draftToken } from './others.ts'

/** Who sends a request: a visitor or one of the members who can sign in. */
export type Caller = 'visitor' | 'reader' | 'star'

/** A request to a site of a certain size. Requests to sites of other sizes have the same name. */
export interface SizeRequest {
  name: string
  caller: Caller
  path: string
  /** The query parameter with a page number, if the list may have further pages. */
  paging?: string
}

/** A value, and its description if there are several. */
type Choice = readonly [value: string, description?: string]

/** Returns a request for each screen and each call that only reads, with each value of its parameters. */
export const requestsOf = (scale: Scale): SizeRequest[] =>
  [...pageRequests(scale), ...callRequests(scale)].filter(({ name }) => !notThere.some((pattern) => pattern.test(name)))

/** Requests that these sites reject: the feed has not moved, and some rows belong to the other member. */
const notThere = [
  /^visitor \/(posts|cv$)/,
  /^visitor .*type=(following|unlisted)/,
  /^visitor .*comments.*status=pending/,
  /^star \/api\/drafts\/:key/,
  /^reader \/api\/(livestreams\/:id\/chat\/bans|posts\/:id\/sent-webmentions)/,
  /^star \/api\/posts\/:id\/sent-webmentions \(plain\)/,
  /\/api\/projects\/:id\/video/,
]

/** Streams that never end, downloads of everything, and calls that need a secret from outside the database. */
const notMeasured = new Set([
  '/api/livestreams/:id/events',
  '/api/admin/audit/export',
  '/api/account/archive',
  '/api/diagnostics/request',
  '/avatar',
  '/image-proxy/:signature/:address',
  '/metrics',
  '/oembed',
  '/webmention/:key',
  '/webmention-photos/:name',
  '/api/invitations/:token',
  '/api/drafts/:key/schedule',
  '/api/imports/:id/excerpt',
  '/api/imports/:id/report',
])

function* pageRequests(scale: Scale): Generator<SizeRequest> {
  for (const { address } of pages) {
    const names = queryNames(address.knownQuery)
    for (const [path, label] of pathsOf(address.path, scale)) {
      yield request('visitor', path, label)
      for (const name of names) {
        for (const choice of queryChoices(name, address.path)) yield withChoice('visitor', path, label, name, choice)
        if (pageNames.has(name)) yield { ...request('visitor', path, label), paging: name }
      }
    }
  }
}

const pageNames = new Set(['page', 'comments', 'mentions'])

function* callRequests(scale: Scale): Generator<SizeRequest> {
  const read = routes.filter(({ method, path }) => method === 'GET' && !notMeasured.has(path))
  for (const { path, access, endpoint, isPersonal = false } of read) {
    const { properties, required } = shapeOf(endpoint?.query)
    const base = Object.fromEntries(required.map((name) => [name, queryChoices(name, path, properties[name])[0]![0]]))
    for (const caller of callersOf(access, isPersonal))
      for (const [bare, label] of pathsOf(path, scale)) {
        const target = withQuery(bare, base)
        yield request(caller, target, label)
        for (const [name, schema] of Object.entries(properties))
          for (const choice of queryChoices(name, path, schema)) yield withChoice(caller, target, label, name, choice)
        if ('page' in properties) yield { ...request(caller, target, label), paging: 'page' }
      }
  }
}

function callersOf(access: Access, isPersonal: boolean): Caller[] {
  if (access === 'anyone') return isPersonal ? ['visitor', 'reader'] : ['visitor']
  return access === 'member' ? ['reader', 'star'] : ['star']
}

const request = (caller: Caller, path: string, label: string): SizeRequest => ({
  name: `${caller} ${label}`,
  caller,
  path,
})

const withChoice = (caller: Caller, path: string, label: string, name: string, [value, what]: Choice): SizeRequest =>
  request(caller, withQuery(path, { [name]: value }), `${label}?${name}=${what ?? value}`)

export function withQuery(path: string, query: Record<string, string>): string {
  const [pathname = '', search] = path.split('?')
  const text = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...query }).toString()
  return text === '' ? pathname : `${pathname}?${text}`
}

/** Returns the path with each value of its parameters, and its description. @throws Error if a parameter has no value */
function pathsOf(pattern: string, scale: Scale): [path: string, label: string][] {
  const name = /:(\w+)/.exec(pattern)?.[1]
  if (name === undefined) return [[pattern, pattern]]
  return pathChoices(name, pattern, scale).flatMap(([value, what]) =>
    pathsOf(pattern.replace(`:${name}`, encodeURIComponent(value)), scale).map(([path]): [string, string] => [
      path,
      what === undefined ? pattern : `${pattern} (${what})`,
    ]),
  )
}

function pathChoices(name: string, pattern: string, scale: Scale): Choice[] {
  const noun = pattern.split('/').find((part) => part !== '' && part !== 'api' && part !== 'cards')!
  const value = pathValues[`${noun}/:${name}`] ?? pathValues[`:${name}`]
  if (!value) throw new Error(`bench/size/requests.ts has no value for :${name} in ${pattern}.`)
  return value(scale)
}

const postChoices = (scale: Scale): Choice[] => [
  [String(discussedPost(scale)), 'discussed'],
  [String(plainPost(scale)), 'plain'],
]
const pathValues: Record<string, (scale: Scale) => Choice[]> = {
  'posts/:id': postChoices,
  'post/:id': postChoices,
  'blog/:id': (scale) => [[String(discussedPost(scale))]],
  'blog/:slug': (scale) => [[`article-${discussedPost(scale)}`]],
  'articles/:slug': (scale) => [[`article-${discussedPost(scale)}`]],
  'users/:id': () => [
    [String(star), 'star'],
    [String(quiet), 'quiet'],
  ],
  'series/:slug': () => [['series-1']],
  'livestreams/:id': () => [['10']],
  'livestream/:id': () => [['10']],
  ':recordingId': () => [['10']],
  ':slug': () => [['about']],
  'drafts/:key': () => [[draftKey]],
  ':token': () => [[draftToken]],
  ':id': () => [['1']],
  ':number': () => [['2']],
  ':username': () => [
    ['star', 'star'],
    [`member${quiet}`, 'quiet'],
  ],
  ':tag': () => [
    [commonTag, 'common'],
    [rareTag, 'rare'],
  ],
}

interface QuerySchema {
  enum?: unknown[]
  const?: unknown
  anyOf?: QuerySchema[]
}

/** Returns the values to request for a query parameter: those that its schema lists, or those below. */
function queryChoices(name: string, path: string, schema: QuerySchema = {}): Choice[] {
  const ofPath = queryValues[`${path}?${name}`]
  if (ofPath) return ofPath
  const listed = [schema, ...(schema.anyOf ?? [])].flatMap(
    (each) => each.enum ?? (each.const === undefined ? [] : [each.const]),
  )
  if (listed.length > 0) return listed.map((value): Choice => [String(value)])
  if (queryValues[name]) return queryValues[name]
  throw new Error(`bench/size/requests.ts has no value for the parameter ${name} of ${path}.`)
}

const words: Choice[] = [
  [commonWord, 'a common word'],
  [rareWord, 'a rare word'],
  [`${commonWord} ${rareWord}`, 'a common and a rare word'],
  [`"${commonWord} ${commonWord}"`, 'a phrase without a match'],
  ['ever', 'the beginning of a common word'],
  ['-nothing evergreen', 'a word without another'],
  ['member3', 'a username'],
  ['xyzzyplugh', 'a word without a match'],
]
const tagWords: Choice[] = [['topic1', 'a beginning']]
const none: Choice[] = []

const queryValues: Record<string, Choice[]> = {
  '/api/search?q': words,
  '/search?q': words,
  '/api/tags?q': tagWords,
  '/admin/tags?q': tagWords,
  '/?type': [['popular']],
  '/posts?type': [['popular']],
  '/search?kind': none,
  '/sitemap.xml?page': [['1']],
  slug: [['about']],
  limit: [['100']],
  q: [
    ['member3', 'a name'],
    ['xyzzyplugh', 'a word without a match'],
  ],
  search: [
    ['member3', 'a name'],
    ['xyzzyplugh', 'a word without a match'],
  ],
  categoryId: [['3']],
  category: [['job_openings']],
  tag: [
    [commonTag, 'common'],
    [rareTag, 'rare'],
  ],
  username: [['star']],
  userId: [[String(star), 'star']],
  technology: [['T1']],
  year: [['2026']],
  after: [['0']],
  from: none,
  to: none,
  entry: none,
  pageId: none,
  before: none,
  who: [['member']],
  member: [['reader']],
  action: [['member.suspended']],
  task: none,
  message: none,
  comment: none,
  page: none,
  comments: none,
  mentions: none,
  tab: [['about'], ['github']],
  folder: [['spam']],
  show: [['all']],
  status: [['spam']],
  role: [['moderator']],
  state: [['suspended']],
  twoFactor: [['off']],
}

/** Returns the names of the query parameters that the page reads. */
function queryNames(knownQuery: (search: URLSearchParams) => unknown): string[] {
  const names = new Set<string>()
  class Recorder extends URLSearchParams {
    override get(name: string): string | null {
      names.add(name)
      return null
    }
  }
  knownQuery(new Recorder())
  return [...names]
}

function shapeOf(query: z.ZodMiniType | undefined): { properties: Record<string, QuerySchema>; required: string[] } {
  if (!query) return { properties: {}, required: [] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a query is an object
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, QuerySchema>
    required?: string[]
  }
  return { properties, required }
}
