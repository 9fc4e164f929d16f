import * as z from 'zod/mini'
import type { Limit } from './limits.contract.ts'
import type { Topic } from './topics.contract.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call. */
export type Access = 'anyone' | 'member' | 'admin'

export type Schema = z.ZodMiniType
type Params = Record<string, Schema>

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
  /** One phrase for the API reference: 'Like a post'. */
  summary: string
  access: A
  /** One schema for each name in the path. */
  params?: P
  /** Of what stands after `?`, as texts. */
  query?: Q
  /** Of the JSON body. */
  body?: B
  /** Of the JSON answer; `z.null()` for none (204). */
  answer: R
  /** By default, writes count towards `defaultWriteLimits` and reads are not limited. */
  limits?: readonly Limit[]
  /** What has changed once the call is answered; announced to all processes. */
  changes?: readonly Topic[]
}

/** A call of the API: the one description from which its route, its hooks, and its documentation are made. */
export interface Endpoint<
  A extends Access = Access,
  P extends Params = Params,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
> extends Spec<A, P, Q, B, R> {
  method: Method
  /** With the names of its parameters: `/api/posts/:id/like`. */
  path: string
  /** The path of one call. */
  href: (params: ParamsOf<P>) => string
}

/** Any endpoint, for what does not call it. */
export type EndpointFacts = Omit<Endpoint, 'href'>

/** What the parameters of the path are parsed to. */
export type ParamsOf<P extends Params> = { [Name in keyof P]: z.output<P[Name]> }

/** Describes a call of the API.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type says what it is split into
  const [method, path] = at.split(' ') as [Method, string]
  const href = (params: Record<string, unknown>) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return { ...spec, method, path, href }
}
