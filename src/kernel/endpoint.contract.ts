import * as z from 'zod/mini'
import type { Section } from '#schemas/sections.contract.ts'
import type { Limit } from './limits.contract.ts'
import type { Topic } from './topics.contract.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call an endpoint. `writer`: members who may publish. `moderator`: moderators and administrators. */
export type Access = 'anyone' | 'member' | 'writer' | 'moderator' | 'admin'

export type Schema = z.ZodMiniType
export type Params = Record<string, Schema>

/** A body that is not JSON: its media type, or null for a redirect, which has no body. */
export interface Media {
  mediaType: string | null
}
export const media = (mediaType: string): Media => ({ mediaType })
export const redirect: Media = { mediaType: null }
export const isMedia = (body: Schema | Media): body is Media => 'mediaType' in body

/** The parameter names in a path: `id` in `/api/posts/:id/like` and in `/posts/:id.ics`. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Stem<Name> | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Stem<Name>
    : never
type Stem<Name extends string> = Name extends `${infer Before}.${string}` ? Before : Name

interface Spec<
  A extends Access,
  P extends Params,
  Q extends Schema | undefined,
  B extends Schema | Media | undefined,
  R extends Schema | Media,
  M extends readonly Media[] | undefined,
> {
  /** A verb phrase for the API reference: 'Like a post'. */
  summary: string
  access: A
  /** A schema for each name in the path. */
  params?: P
  /** Schema of the query string, in which every value is a string. */
  query?: Q
  /** Request headers that the handler reads, with their meanings. */
  headers?: Readonly<Record<string, string>>
  /** Schema of the JSON request body. The handler reads other media types from `request` itself. */
  body?: B
  /** The maximum size of the JSON body, in bytes. Default: 64 KiB. */
  maxBodyBytes?: number
  /** Schema of the JSON response; `z.null()` for an empty one (204). For other media types, the handler returns a
   *  Response or an EventStream. */
  answer: R
  /** Other media types that the handler may return in a Response, such as HTML for browsers without JavaScript. */
  alternatives?: M
  /** Whether the handler may return a new entity with `created()`, which is sent with status 201. */
  creates?: boolean
  /** For calls that change an account's credentials, or export or delete all of its data. Requires the member to have
   *  confirmed their identity in this session within the last ten minutes. Otherwise, the error is
   *  `reauthentication_needed`. */
  needsRecentProof?: boolean
  /** For writes that members may make before they have set up the second factor that their role requires. */
  worksWithoutSecondFactor?: boolean
  /** By default, writes count toward `defaultWriteLimits` and reads are not limited. */
  limits?: readonly Limit[]
  /** Topics that the response depends on. */
  reads?: readonly Topic[]
  /** Topics to invalidate in all processes after a successful call. */
  changes?: readonly Topic[]
  /** Caches successful responses by path and query, for all callers: for one second, or for up to a minute until one of
   *  `reads` changes. With `isPersonal`, signed-in callers do not get cached responses. */
  isCached?: boolean
  isPersonal?: boolean
  /** The path contains a secret, which must not be logged. */
  isPathSecret?: boolean
  /** While this section of the site is off, calls are answered with 404. By default, the feature's section. */
  section?: Section
  /** Clients poll it every two seconds, so successful calls are logged at debug level. */
  isFrequent?: boolean
}

/** An API call, from which its route and the browser's calls are derived. */
export interface Endpoint<
  A extends Access = Access,
  P extends Params = Params,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | Media | undefined = Schema | Media | undefined,
  R extends Schema | Media = Schema | Media,
  M extends readonly Media[] | undefined = readonly Media[] | undefined,
> extends Spec<A, P, Q, B, R, M> {
  method: Method
  /** Path pattern: `/api/posts/:id/like`. */
  path: string
  /** Returns the path with these parameters. */
  href: (params: ParamsOf<P>) => string
}

/** An endpoint of any type, for code that does not build URLs. */
export type EndpointFacts = Omit<Endpoint, 'href'>

/** The parsed path parameters. */
export type ParamsOf<P extends Params> = { [Name in keyof P]: z.output<P[Name]> }

/** Defines an endpoint.
 *  @param at method and path: 'POST /api/posts/:id/like' */
export function endpoint<
  const At extends `${Method} /${string}`,
  const A extends Access,
  R extends Schema | Media,
  const P extends { [Name in ParamName<At>]: Schema } = { [Name in ParamName<At>]: Schema },
  Q extends Schema | undefined = undefined,
  B extends Schema | Media | undefined = undefined,
  M extends readonly Media[] | undefined = undefined,
>(
  at: At,
  spec: Spec<A, P, Q, B, R, M> &
    ([ParamName<At>] extends [never] ? object : { params: P & Record<Exclude<keyof P, ParamName<At>>, never> }),
): Endpoint<A, P, Q, B, R, M> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `at` guarantees both parts
  const [method, path] = at.split(' ') as [Method, string]
  const href = (params: Record<string, unknown>) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return { ...spec, method, path, href }
}
