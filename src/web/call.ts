import * as z from 'zod/mini'
import {
  type Access,
  type Endpoint,
  isMedia,
  type Media,
  type Params,
  type ParamsOf,
  type Schema,
} from '#kernel/endpoint.contract.ts'
import { type CallOptions, read, readIfThere, request, withQuery } from './api.ts'

type ParamsInput<P extends Params> = keyof P extends never ? object : { params: ParamsOf<P> }
/** Query parameters as parsed by the server; null and undefined are left out. */
type Query<Q extends Schema | undefined> = Q extends Schema
  ? { query?: { [Name in keyof z.output<Q>]?: z.output<Q>[Name] | null | undefined } }
  : object
type Body<B extends Schema | Media | undefined> = B extends Schema
  ? { body: z.input<B> }
  : B extends Media
    ? { body: BodyInit }
    : object
/** The read of an endpoint that answers JSON. */
type ReadEndpoint<P extends Params, Q extends Schema | undefined, R extends Schema> = Endpoint<
  Access,
  P,
  Q,
  undefined,
  R
>

/** Returns the query options for a cached read of an endpoint, like {@link read}. */
export const queryOf = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  { href, answer }: ReadEndpoint<P, Q, R>,
  input: ParamsInput<P> & Query<Q>,
) => read(href(paramsOf<P>(input)), answer, asked(input))

/** Like {@link queryOf}, but resolves to null for 404 and 410. */
export const queryIfThere = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  { href, answer }: ReadEndpoint<P, Q, R>,
  input: ParamsInput<P> & Query<Q>,
) => readIfThere(href(paramsOf<P>(input)), answer, asked(input))

/** Calls an endpoint, without a cache. A body that is not JSON is sent as is. @throws ApiError */
export function call<
  P extends Params,
  Q extends Schema | undefined,
  B extends Schema | Media | undefined,
  R extends Schema,
>(
  { method, href, body, answer }: Endpoint<Access, P, Q, B, R>,
  input: ParamsInput<P> & Query<Q> & Body<B>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const address = withQuery(href(paramsOf<P>(input)), asked(input))
  return request(method, address, answer, { ...options, ...('body' in input && encoded(input.body, body, options)) })
}

function encoded(given: unknown, body: Schema | Media | undefined, { headers }: CallOptions) {
  const isJson = !body || !isMedia(body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the input of an endpoint with other media
  const sent = isJson ? JSON.stringify(given) : (given as BodyInit)
  const type = isJson ? 'application/json' : body.mediaType
  // The browser itself names the media type of a form, with its boundary.
  return {
    body: sent,
    headers: { ...headers, ...(type !== null && !(sent instanceof FormData) && { 'content-type': type }) },
  }
}

const paramsOf = <P extends Params>(input: object): ParamsOf<P> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an input without parameters belongs to a path without any
  ('params' in input ? input.params : {}) as ParamsOf<P>

const asked = (input: object) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a generic input is not narrowed by `in`
  ('query' in input ? input.query : {}) as Parameters<typeof read>[2]
