import type * as z from 'zod/mini'
import type { Access, Endpoint, Params, ParamsOf, Schema } from './endpoint.contract.ts'
import { asAdmin, asAnyone, asMember, type Call, type Created, type Member, type Route } from './http.ts'

/** A call with parsed parameters, query, and body. */
interface EndpointCall<
  A extends Access,
  P extends Params,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> extends Omit<Call<A extends 'anyone' ? Member | null : Member>, 'params' | 'query' | 'body'> {
  params: ParamsOf<P>
  query: OutputOf<Q>
  body: OutputOf<B>
}
type OutputOf<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined

/** Creates the route of an endpoint. Only compiles if the handler returns what the endpoint answers. */
export function implement<
  A extends Access,
  P extends Params,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema,
>(
  endpoint: Endpoint<A, P, Q, B, R>,
  handle: (call: EndpointCall<A, P, Q, B>) => Promise<z.input<R> | Created<z.input<R>>>,
): Route {
  const { method, path, access, limits } = endpoint
  const parsed = async (call: Call<Member | null>) => {
    const params = parseParams(endpoint, call.params)
    const query = endpoint.query?.parse(call.query)
    const body = endpoint.body?.parse(await call.body())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schemas these types come from
    return handle({ ...call, params, query, body } as EndpointCall<A, P, Q, B>)
  }
  const handler = { anyone: asAnyone, member: asMember, admin: asAdmin }[access](parsed)
  return { method, path, endpoint, ...handler, ...(limits && { limits }) }
}

const parseParams = <P extends Params>({ params }: { params?: P }, given: Record<string, string>) =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, schema]) => [name, schema.parse(given[name])]))
