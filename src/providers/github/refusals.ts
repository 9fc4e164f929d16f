import * as z from 'zod/mini'
import type { GithubFailure } from './github.ts'
import * as failures from './failures.ts'
import type { Allowance, SpentLimits } from './spent-limits.ts'

const Headers = z.record(z.string(), z.optional(z.union([z.string(), z.number()])))
const Told = z.union([
  z.object({ message: z.string(), block: z.optional(z.unknown()) }),
  z.pipe(
    z.unknown(),
    z.transform(() => ({ message: '', block: undefined })),
  ),
])
const HttpError = z.object({ status: z.number(), response: z.object({ headers: Headers, data: Told }) })
const QueryErrors = z.array(z.object({ type: z.optional(z.string()) }))
const QueryError = z.union([
  z.object({ headers: Headers, errors: QueryErrors }),
  z.pipe(
    // As the throttling plugin hands on a query that was one too many.
    z.object({ response: z.object({ headers: Headers, data: z.object({ errors: QueryErrors }) }) }),
    z.transform(({ response }) => ({ headers: response.headers, errors: response.data.errors })),
  ),
])

interface Asked {
  allowance: Allowance
  limits: SpentLimits
  hasToken: boolean
  /** What is said when GitHub has no such thing. */
  missing: string
}

/** Nothing has changed since. */
export const isNotModified = (reason: unknown): boolean => HttpError.safeParse(reason).data?.status === 304
export const headersOf = (reason: unknown) => HttpError.safeParse(reason).data?.response.headers ?? {}

/** Why GitHub's client has thrown, in our words alone. */
export function failureOf(reason: unknown, asked: Asked): GithubFailure {
  const http = HttpError.safeParse(reason).data
  if (http) return refusalOf(http, asked)
  const query = QueryError.safeParse(reason).data
  return query ? queryFailureOf(query, asked) : failures.silent()
}

function refusalOf({ status, response }: z.infer<typeof HttpError>, asked: Asked): GithubFailure {
  const { headers, data } = response
  const { allowance, limits, hasToken, missing } = asked
  if (status === 429 || (status === 403 && isLimit(headers, data)))
    return failures.limitSpent(limits.refused(allowance, headers))
  limits.note(allowance, headers)
  if (status === 401) return hasToken ? failures.tokenRefused() : failures.closed()
  if (status === 451 || (status === 403 && data.block !== undefined)) return failures.blocked()
  if (status === 403) return hasToken ? failures.tokenTooWeak() : failures.closed()
  // 409: an empty repository. 422: no commit of that name.
  if ([404, 409, 410, 422].includes(status)) return failures.notFound(missing)
  return status >= 500 ? failures.down() : failures.strange()
}

const isLimit = (headers: z.infer<typeof Headers>, { message }: z.infer<typeof Told>): boolean =>
  headers['x-ratelimit-remaining'] === '0' ||
  headers['retry-after'] !== undefined ||
  /rate limit|abuse detection/i.test(message)

function queryFailureOf({ headers, errors }: z.infer<typeof QueryError>, asked: Asked): GithubFailure {
  const has = (...types: string[]) => errors.some(({ type }) => type !== undefined && types.includes(type))
  if (has('RATE_LIMITED', 'RATE_LIMIT')) return failures.limitSpent(asked.limits.refused('graphql', headers))
  if (has('NOT_FOUND')) return failures.notFound(asked.missing)
  if (has('FORBIDDEN', 'INSUFFICIENT_SCOPES')) return failures.tokenTooWeak()
  return failures.down()
}
