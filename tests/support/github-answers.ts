import { createHash } from 'node:crypto'
import { type Json, recorded } from './github-samples.ts'

/** The fake GitHub's data. Repositories are named `owner/name`; events and issues have GitHub's format. */
export interface GithubData {
  users: { id: number; login: string }[]
  /** By login, newest first. */
  events: Record<string, Json[]>
  repositories: Json[]
  /** The current names of renamed repositories, by old name. */
  moved: Record<string, string>
  releases: Record<string, Json>
  readmes: Record<string, string>
  /** The commits that branches and tags point to, by repository. */
  refs: Record<string, Record<string, string>>
  /** By repository, commit, and path. */
  files: Record<string, Record<string, Record<string, string | Buffer>>>
  issues: Record<string, Json[]>
  /** By login. */
  calendars: Record<string, { date: string; contributionCount: number }[]>
  /** Nodes of `sponsorshipsAsMaintainer`. */
  sponsorships: Json[]
}
export interface Answer {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export const noData = (): GithubData => ({
  users: [],
  events: {},
  repositories: [],
  moved: {},
  releases: {},
  readmes: {},
  refs: {},
  files: {},
  issues: {},
  calendars: {},
  sponsorships: [],
})

type Handler = (data: GithubData, url: URL, ...parts: string[]) => Answer
const routes: [path: RegExp, answer: Handler][] = [
  [/^\/users\/([^/]+)$/, (data, _, login) => givenUser(userNamed(data, login))],
  [/^\/user\/(\d+)$/, ({ users }, _, id) => givenUser(users.find((user) => String(user.id) === id))],
  [/^\/users\/([^/]+)\/events\/public$/, (data, url, login) => eventsPage(data, url, login)],
  [/^\/users\/([^/]+)\/repos$/, (data, url, login) => repositoriesPage(data, url, login)],
  [/^\/repos\/([^/]+)\/([^/]+)$/, (data, _, owner, name) => given(repositoryNamed(data, `${owner}/${name}`))],
  [
    /^\/repositories\/(\d+)$/,
    ({ repositories }, _, id) => given(repositories.find((facts) => String(facts.id) === id)),
  ],
  [
    /^\/repos\/([^/]+)\/([^/]+)\/releases\/latest$/,
    ({ releases }, _, owner, name) => given(releases[`${owner}/${name}`]),
  ],
  [/^\/repos\/([^/]+)\/([^/]+)\/readme$/, (data, _, owner, name) => readme(data, `${owner}/${name}`)],
  [
    /^\/repos\/([^/]+)\/([^/]+)\/commits\/([^/]+)$/,
    (data, _, owner, name, ref) => commit(data, `${owner}/${name}`, ref),
  ],
  [
    /^\/repos\/([^/]+)\/([^/]+)\/contents\/([^/]+)$/,
    (data, url, owner, name, path) => file(data, url, `${owner}/${name}`, path),
  ],
  [
    /^\/repos\/([^/]+)\/([^/]+)\/issues\/(\d+)$/,
    ({ issues }, _, owner, name, number) =>
      given(issues[`${owner}/${name}`]?.find((issue) => String(issue.number) === number)),
  ],
]

/** Returns the GitHub REST API's response to a GET request. */
export function restAnswer(data: GithubData, url: URL): Answer {
  const moved = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(url.pathname)
  const target = moved && repositoryNamed(data, data.moved[moved[1]!] ?? '')
  if (target) {
    const location = `${url.origin}/repositories/${String(target.id)}${moved[2]}`
    return { status: 301, headers: { location }, body: { ...recorded.moved, url: location } }
  }
  const path = withoutIds(data, url.pathname)
  for (const [pattern, answer] of routes) {
    const [, ...parts] = pattern.exec(path) ?? []
    if (parts.length > 0) return answer(data, url, ...parts.map((part) => decodeURIComponent(part)))
  }
  return notFound
}

/** Replaces the id in a path with the repository's name. For renamed repositories, GitHub redirects requests to the
 *  id. */
const withoutIds = ({ repositories }: GithubData, path: string) =>
  path.replace(/^\/repositories\/(\d+)(?=\/)/, (whole, id: string) => {
    const found = repositories.find((facts) => String(facts.id) === id)
    return found ? `/repos/${String(found.full_name)}` : whole
  })

export const notFound: Answer = {
  status: 404,
  body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
}
const given = (body: Json | undefined): Answer => (body ? { status: 200, body } : notFound)
const givenUser = (found: GithubData['users'][number] | undefined): Answer =>
  given(found && recorded.user(found.login, found.id))

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()
const userNamed = ({ users }: GithubData, login: string | undefined) => users.find((user) => isSame(user.login, login))
const repositoryNamed = ({ repositories }: GithubData, fullName: string) =>
  repositories.find((facts) => isSame(facts.full_name, fullName))

function page(url: URL, items: Json[], id: number): Answer {
  const size = Number(url.searchParams.get('per_page') ?? 30)
  const number = Number(url.searchParams.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const at = (to: number, rel: string) => {
    const path = url.pathname.replace(/^\/users\/[^/]+/, `/user/${id}`)
    return `<${url.origin}${path}?per_page=${size}&page=${to}>; rel="${rel}"`
  }
  const links = [
    ...(number > 1 ? [at(number - 1, 'prev'), at(1, 'first')] : []),
    ...(number < last ? [at(number + 1, 'next'), at(last, 'last')] : []),
  ]
  const body = items.slice((number - 1) * size, number * size)
  return { status: 200, body, ...(links.length > 0 && { headers: { link: links.join(', ') } }) }
}

function eventsPage(data: GithubData, url: URL, login: string | undefined): Answer {
  const found = userNamed(data, login)
  if (!found) return notFound
  const message = 'In order to keep the API fast for everyone, pagination is limited for this resource.'
  if (Number(url.searchParams.get('page') ?? 1) > 3) return { status: 422, body: { message } }
  const answer = page(url, (data.events[found.login] ?? []).slice(0, 300), found.id)
  return { ...answer, headers: { ...answer.headers, 'x-poll-interval': '60' } }
}

function repositoriesPage(data: GithubData, url: URL, login: string | undefined): Answer {
  const found = userNamed(data, login)
  if (!found) return notFound
  const own = data.repositories.filter(({ full_name }) => isSame(String(full_name).split('/')[0], found.login))
  const latestFirst = own.toSorted((a, b) => String(b.updated_at).localeCompare(String(a.updated_at)))
  return page(url, latestFirst, found.id)
}

function readme({ readmes }: GithubData, fullName: string): Answer {
  const text = readmes[fullName]
  return given(text === undefined ? text : recorded.file(fullName, 'main', 'README.md', Buffer.from(text)))
}

function commit(data: GithubData, fullName: string, ref = ''): Answer {
  const refs = data.refs[fullName]
  if (!refs) return notFound
  const branch = repositoryNamed(data, fullName)?.default_branch
  const sha = refs[ref === 'HEAD' && typeof branch === 'string' ? branch : ref]
  if (!sha) return { status: 422, body: { message: `No commit found for SHA: ${ref}`, status: '422' } }
  return { status: 200, headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' }, body: sha }
}

function file({ files, refs }: GithubData, url: URL, fullName: string, path = ''): Answer {
  const ref = url.searchParams.get('ref') ?? 'main'
  const tree = files[fullName]?.[refs[fullName]?.[ref] ?? ref]
  const content = tree?.[path]
  if (content !== undefined) return { status: 200, body: recorded.file(fullName, ref, path, Buffer.from(content)) }
  const below = Object.keys(tree ?? {}).filter((name) => name.startsWith(`${path}/`))
  return below.length > 0 ? { status: 200, body: below.map((name) => ({ type: 'file', path: name })) } : notFound
}

/** Returns the GitHub GraphQL API's response to one of the site's queries. */
export function queryAnswer(data: GithubData, { query, variables = {} }: { query: string; variables?: Json }): Answer {
  if (query.includes('sponsorshipsAsMaintainer')) return sponsorshipPage(data, Number(variables.after ?? 0))
  const found = userNamed(data, String(variables.login))
  if (!found) {
    const message = `Could not resolve to a User with the login of '${String(variables.login)}'.`
    return { status: 200, body: { data: { user: null }, errors: [{ type: 'NOT_FOUND', path: ['user'], message }] } }
  }
  const isAsked = ({ date }: { date: string }) =>
    date >= String(variables.from).slice(0, 10) && date <= String(variables.to).slice(0, 10)
  const contributionDays = (data.calendars[found.login] ?? []).filter(isAsked)
  const contributionCalendar = { weeks: contributionDays.length > 0 ? [{ contributionDays }] : [] }
  return { status: 200, body: { data: { user: { contributionsCollection: { contributionCalendar } } } } }
}

function sponsorshipPage({ sponsorships }: GithubData, after: number): Answer {
  const end = after + 100
  const pageInfo = { hasNextPage: end < sponsorships.length, endCursor: sponsorships.length > 0 ? String(end) : null }
  const sponsorshipsAsMaintainer = { pageInfo, nodes: sponsorships.slice(after, end) }
  return { status: 200, body: { data: { viewer: { sponsorshipsAsMaintainer } } } }
}

/** Returns the ETag for a response body. */
export const etagOf = (body: string) => `W/"${createHash('sha256').update(body).digest('hex')}"`
