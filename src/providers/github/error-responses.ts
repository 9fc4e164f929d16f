import * as z from 'zod/mini'
import type { GithubFailure } from './github.ts'
import * as failures from './failures.ts'
import type { Allowance, RateLimits } from './rate-limits.ts'

const Headers = z.record(z.string(), z.optional(z.union([z.string(), z.number()])))
const ErrorBody = z.union([
  z.object({ message: z.string(), block: z.optional(z.unknown()) }),
  z.pipe(
    z.unknown(),
    z.transform(() => ({ message: '', block: undefined })),
  ),
])
const HttpError = z.object({ status: z.number(), response: z.object({ headers: Headers, data: ErrorBody }) })
const QueryErrors = z.array(z.object({ type: z.optional(z.string()) }))
const QueryError = z.union([
  z.object({ headers: Headers, errors: QueryErrors }),
  z.pipe(
    // How the throttling plugin reports a query that exceeds the limit.
    z.object({ response: z.object({ headers: Headers, data: z.object({ errors: QueryErrors }) }) }),
    z.transform(({ response }) => ({ headers: response.headers, errors: response.data.errors })),
  ),
])

interface RequestContext {
  allowance: Allowance
  limits: RateLimits
  hasToken: boolean
  /** The message to use if GitHub does not find the resource. */
  missing: string
}

/** Returns whether GitHub responded to the request's ETag with 304 Not Modified. */
export const isNotModified = (reason: unknown): boolean => HttpError.safeParse(reason).data?.status === 304
export const headersOf = (reason: unknown) => HttpError.safeParse(reason).data?.response.headers ?? {}

/** Converts an error from GitHub's client. The message contains no text from GitHub. */
export function failureOf(reason: unknown, context: RequestContext): GithubFailure {
  const http = HttpError.safeParse(reason).data
  if (http) return refusalOf(http, context)
  const query = QueryError.safeParse(reason).data
  return query ? queryFailureOf(query, context) : failures.timedOut()
}

function refusalOf({ status, response }: z.infer<typeof HttpError>, context: RequestContext): GithubFailure {
  const { headers, data } = response
  const { allowance, limits, hasToken, missing } = context
  if (status === 429 || (status === 403 && isLimit(headers, data)))
    return failures.limitSpent(limits.refused(allowance, headers))
  limits.note(allowance, headers)
  if (status === 401) return hasToken ? failures.tokenRefused() : failures.accessDenied()
  if (status === 451 || (status === 403 && data.block !== undefined)) return failures.blocked()
  if (status === 403) return hasToken ? failures.tokenTooWeak() : failures.accessDenied()
  // 409: an empty repository. 422: an unknown commit.
  if ([404, 409, 410, 422].includes(status)) return failures.notFound(missing)
  return status >= 500 ? failures.outage() : failures.malformed()
}

const isLimit = (headers: z.infer<typeof Headers>, { message }: z.infer<typeof ErrorBody>): boolean =>
  headers['x-ratelimit-remaining'] === '0' ||
  headers['retry-after'] !== undefined ||
  /rate limit|abuse detection/i.test(message)

function queryFailureOf({ headers, errors }: z.infer<typeof QueryError>, context: RequestContext): GithubFailure {
  const has = (...types: string[]) => errors.some(({ type }) => type !== undefined && types.includes(type))
  if (has('RATE_LIMITED', 'RATE_LIMIT')) return failures.limitSpent(context.limits.refused('graphql', headers))
  if (has('NOT_FOUND')) return failures.notFound(context.missing)
  if (has('FORBIDDEN', 'INSUFFICIENT_SCOPES')) return failures.tokenTooWeak()
  return failures.outage()
}
