import * as z from 'zod/mini'
import type { GithubAccount, GithubEvent, GithubIssueFacts, GithubRelease, GithubRepositoryFacts } from './github.ts'

/** Schemas that validate and convert GitHub's responses, limited to the fields in use. Source: GitHub, REST API,
 *  version 2022-11-28. */
const Time = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((time) => new Date(time)),
)
const Web = z.url({ protocol: /^https?$/ })
const WebOrNone = z.union([
  Web,
  z.pipe(
    z.unknown(),
    z.transform(() => null),
  ),
])
const Count = z.int().check(z.gte(0))

export const Account: z.ZodMiniType<GithubAccount> = z.object({ id: z.int(), login: z.string() })

export const Events: z.ZodMiniType<GithubEvent[]> = z.array(
  z.pipe(
    z.object({
      id: z.string().check(z.regex(/^\d{1,20}$/)),
      type: z.string(),
      repo: z.object({ name: z.string() }),
      payload: z.unknown(),
      created_at: Time,
    }),
    z.transform(({ id, type, repo, payload, created_at }) => ({
      id,
      type,
      repoName: repo.name,
      payload,
      createdAt: created_at,
    })),
  ),
)

const Repository: z.ZodMiniType<GithubRepositoryFacts> = z.pipe(
  z.object({
    id: z.int(),
    name: z.string(),
    full_name: z.string(),
    description: z.nullable(z.string()),
    language: z.nullable(z.string()),
    stargazers_count: Count,
    forks_count: Count,
    html_url: Web,
    homepage: WebOrNone,
    topics: z._default(z.array(z.string()), []),
    default_branch: z.string(),
    license: z.nullish(z.object({ spdx_id: z.nullish(z.string()), name: z.string() })),
    fork: z.boolean(),
    archived: z._default(z.boolean(), false),
    updated_at: Time,
    pushed_at: z.nullable(Time),
  }),
  z.transform((facts) => ({
    id: facts.id,
    name: facts.name,
    fullName: facts.full_name,
    description: facts.description,
    language: facts.language,
    stars: facts.stargazers_count,
    forks: facts.forks_count,
    htmlUrl: facts.html_url,
    homepage: facts.homepage,
    topics: facts.topics,
    defaultBranch: facts.default_branch,
    license: licenseOf(facts.license),
    isFork: facts.fork,
    isArchived: facts.archived,
    updatedAt: facts.updated_at,
    pushedAt: facts.pushed_at,
  })),
)
/** `facts` is null for a private repository, which is visible only with a token such as this site's. */
export const OneRepository: z.ZodMiniType<{ facts: GithubRepositoryFacts | null }> = z.union([
  z.pipe(
    z.object({ private: z.literal(true) }),
    z.transform(() => ({ facts: null })),
  ),
  z.pipe(
    Repository,
    z.transform((facts) => ({ facts })),
  ),
])
export const Repositories = z.pipe(
  z.array(OneRepository),
  z.transform((found) => found.flatMap(({ facts }) => facts ?? [])),
)

const licenseOf = (license: { spdx_id?: string | null | undefined; name: string } | null | undefined) =>
  license?.spdx_id && license.spdx_id !== 'NOASSERTION' ? license.spdx_id : (license?.name ?? null)

export const LatestRelease: z.ZodMiniType<{ release: GithubRelease | null }> = z.pipe(
  z.object({ tag_name: z.string(), name: z.nullish(z.string()), html_url: Web, published_at: Time }),
  z.transform(({ tag_name, name, html_url, published_at }) => ({
    release: { tagName: tag_name, name: name || null, htmlUrl: html_url, publishedAt: published_at },
  })),
)

export const Issue: z.ZodMiniType<GithubIssueFacts> = z.pipe(
  z.object({
    number: Count,
    title: z.string(),
    state: z.enum(['open', 'closed']),
    draft: z.optional(z.boolean()),
    pull_request: z.optional(z.object({ merged_at: z.nullish(z.string()) })),
    user: z.nullish(z.object({ login: z.string() })),
    comments: Count,
    labels: z.array(
      z.union([
        z.pipe(
          z.string(),
          z.transform((name) => ({ name, color: null })),
        ),
        z.object({ name: z.string(), color: z.nullish(z.string()) }),
      ]),
    ),
    html_url: Web,
    created_at: Time,
  }),
  z.transform((facts) => ({
    number: facts.number,
    isPullRequest: facts.pull_request !== undefined,
    title: facts.title,
    state: stateOf(facts),
    author: facts.user?.login ?? null,
    comments: facts.comments,
    labels: facts.labels.map(({ name, color }) => ({ name, color: colorOf(color) })),
    htmlUrl: facts.html_url,
    createdAt: facts.created_at,
  })),
)

interface State {
  state: 'open' | 'closed'
  draft?: boolean | undefined
  pull_request?: { merged_at?: string | null | undefined } | undefined
}
function stateOf({ state, draft, pull_request }: State): GithubIssueFacts['state'] {
  if (pull_request?.merged_at) return 'merged'
  return state === 'open' && draft ? 'draft' : state
}

/** Falls back to GitHub's own gray. */
const colorOf = (color: string | null | undefined) => (/^[\da-f]{6}$/i.test(color ?? '') ? color! : 'ededed')

export const CommitId = z.string().check(z.regex(/^[\da-f]{40,64}$/))

/** The contents at a path. `bytes` is null for a directory, symlink, or submodule, and for files larger than 1 MB,
 *  which this endpoint does not return. */
export const Content = z.union([
  z.pipe(
    z.object({ type: z.literal('file'), encoding: z.string(), content: z.string(), path: z.string(), html_url: Web }),
    z.transform(({ encoding, content, path, html_url }) => ({
      bytes: encoding === 'base64' ? Buffer.from(content, 'base64') : null,
      path,
      htmlUrl: html_url,
    })),
  ),
  z.pipe(
    z.union([z.array(z.unknown()), z.object({ type: z.enum(['dir', 'symlink', 'submodule']) })]),
    z.transform(() => noFile),
  ),
])
const noFile = { bytes: null, path: '', htmlUrl: '' }
