import type * as z from 'zod/mini'
import type { Access, Endpoint, Params, ParamsOf, Schema } from '#kernel/endpoint.contract.ts'
import { read, readIfThere, send } from './api.ts'

type ParamsInput<P extends Params> = keyof P extends never ? object : { params: ParamsOf<P> }
/** Query parameters as parsed by the server; null and undefined are left out. */
type Query<Q extends Schema | undefined> = Q extends Schema
  ? { query?: { [Name in keyof z.output<Q>]?: z.output<Q>[Name] | null | undefined } }
  : object
type Input<P extends Params, B extends Schema | undefined> = ParamsInput<P> &
  (B extends Schema ? { body: z.input<B> } : object)

/** Returns the query options for a cached read of an endpoint, like {@link read}. */
export const queryOf = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  { href, answer }: Endpoint<Access, P, Q, undefined, R>,
  input: ParamsInput<P> & Query<Q>,
) => read(href(paramsOf<P>(input)), answer, asked(input))

/** Like {@link queryOf}, but resolves to null for 404 and 410. */
export const queryIfThere = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  { href, answer }: Endpoint<Access, P, Q, undefined, R>,
  input: ParamsInput<P> & Query<Q>,
) => readIfThere(href(paramsOf<P>(input)), answer, asked(input))

/** Calls an endpoint that changes something. @throws ApiError */
export function call<P extends Params, B extends Schema | undefined, R extends Schema>(
  { method, href, answer }: Endpoint<Access, P, undefined, B, R>,
  input: Input<P, B>,
): Promise<z.output<R>> {
  if (method === 'GET') throw new TypeError('A GET changes nothing: read it with queryOf.')
  return send(method, href(paramsOf<P>(input)), answer, 'body' in input ? input.body : undefined)
}

const paramsOf = <P extends Params>(input: object): ParamsOf<P> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an input without parameters belongs to a path without any
  ('params' in input ? input.params : {}) as ParamsOf<P>

const asked = (input: object) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a generic input is not narrowed by `in`
  ('query' in input ? input.query : {}) as Parameters<typeof read>[2]
