import * as z from 'zod/mini'
import type { Limit } from './limits.contract.ts'
import type { Topic } from './topics.contract.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call. */
export type Access = 'anyone' | 'member' | 'admin'

export type Schema = z.ZodMiniType
export type Params = Record<string, Schema>

/** The names after colons in a path: `id` in `/api/posts/:id/like`. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

interface Spec<
  A extends Access,
  P extends Params,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema,
> {
  /** A verb phrase for the API reference: 'Like a post'. */
  summary: string
  access: A
  /** One schema for each name in the path. */
  params?: P
  /** Schema of the query string; every value arrives as a string. */
  query?: Q
  /** Schema of the JSON request body. */
  body?: B
  /** Schema of the JSON response; `z.null()` for an empty one (204). */
  answer: R
  /** By default, writes count towards `defaultWriteLimits` and reads are not limited. */
  limits?: readonly Limit[]
  /** Topics to invalidate after a successful call, in all processes. */
  changes?: readonly Topic[]
}

/** One call of the API. Its route and the browser's calls are derived from it. */
export interface Endpoint<
  A extends Access = Access,
  P extends Params = Params,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
> extends Spec<A, P, Q, B, R> {
  method: Method
  /** Path pattern: `/api/posts/:id/like`. */
  path: string
  /** Returns the path with these parameters. */
  href: (params: ParamsOf<P>) => string
}

/** An endpoint of any type, for code that does not build its URL. */
export type EndpointFacts = Omit<Endpoint, 'href'>

/** The parsed path parameters. */
export type ParamsOf<P extends Params> = { [Name in keyof P]: z.output<P[Name]> }

/** Defines an endpoint.
 *  @param at method and path: 'POST /api/posts/:id/like' */
export function endpoint<
  const At extends `${Method} /${string}`,
  const A extends Access,
  R extends Schema,
  const P extends { [Name in ParamName<At>]: Schema } = { [Name in ParamName<At>]: Schema },
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  at: At,
  spec: Spec<A, P, Q, B, R> &
    ([ParamName<At>] extends [never] ? object : { params: P & Record<Exclude<keyof P, ParamName<At>>, never> }),
): Endpoint<A, P, Q, B, R> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `at` guarantees both parts
  const [method, path] = at.split(' ') as [Method, string]
  const href = (params: Record<string, unknown>) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return { ...spec, method, path, href }
}
