import type * as z from 'zod/mini'
import type { Access, Endpoint, ParamsOf, Schema } from './endpoint.contract.ts'
import {
  asAdmin,
  asAnyone,
  asMember,
  type Call,
  type Created,
  type Member,
  type Route,
  type RouteOptions,
} from './http.ts'

/** A call whose parameters, query, and body are parsed. */
interface EndpointCall<
  A extends Access,
  P extends Record<string, Schema>,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> extends Omit<Call<A extends 'anyone' ? Member | null : Member>, 'params' | 'query' | 'body'> {
  params: ParamsOf<P>
  query: OutputOf<Q>
  body: OutputOf<B>
}
type OutputOf<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined

/** The route of an endpoint. What the handler returns must fit the endpoint's answer. */
export function implement<
  A extends Access,
  P extends Record<string, Schema>,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema,
>(
  endpoint: Endpoint<A, P, Q, B, R>,
  handle: (call: EndpointCall<A, P, Q, B>) => Promise<z.input<R> | Created<z.input<R>>>,
  options: Omit<RouteOptions, 'limits'> = {},
): Route {
  const { method, path, access, limits } = endpoint
  const parsed = async (call: Call<Member | null>) => {
    const params = parseParams(endpoint, call.params)
    const query = endpoint.query?.parse(call.query)
    const body = endpoint.body?.parse(await call.body())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own schemas have just parsed it
    return handle({ ...call, params, query, body } as EndpointCall<A, P, Q, B>)
  }
  const handler = { anyone: asAnyone, member: asMember, admin: asAdmin }[access](parsed)
  return { method, path, endpoint, ...handler, ...(limits && { limits }), ...options }
}

const parseParams = <P extends Record<string, Schema>>({ params }: { params?: P }, given: Record<string, string>) =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, schema]) => [name, schema.parse(given[name])]))
