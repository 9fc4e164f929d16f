import { type Query as CachedQuery, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type Access,
  type Endpoint,
  type EndpointFacts,
  isMedia,
  type Media,
  type Params,
  type ParamsOf,
  type Schema,
} from '#kernel/endpoint.contract.ts'
import { type CallOptions, isRefusal, request, requestFile } from './api.ts'
import { saveFile } from './save-file.ts'

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
/** A read of an endpoint that returns JSON. */
type ReadEndpoint<P extends Params, Q extends Schema | undefined, R extends Schema> = Endpoint<
  Access,
  P,
  Q,
  undefined,
  R
>

/** Returns the query options for a cached read of an endpoint. */
export const queryOf = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  endpoint: ReadEndpoint<P, Q, R>,
  input: ParamsInput<P> & Query<Q>,
) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })

/** Like {@link queryOf}, but resolves to null for 404 and 410. */
export const queryIfThere = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  endpoint: ReadEndpoint<P, Q, R>,
  input: ParamsInput<P> & Query<Q>,
) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => orNull(call(endpoint, input, { signal })),
  })

/** Resolves to null for 404 and 410. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (reason) {
    if (isRefusal(reason, 404) || isRefusal(reason, 410)) return null
    throw reason
  }
}

/** Returns the cache key of a read: the path pattern, the path parameters if there are any, and the query if it is not
 *  empty. Without a query, the key is the prefix shared by all reads with these parameters. */
export const keyOf = <P extends Params, Q extends Schema | undefined, R extends Schema>(
  { path }: ReadEndpoint<P, Q, R>,
  input: ParamsInput<P> & Query<Q>,
): QueryKey => [path, ...[paramsOf<P>(input), queryIn(input)].filter((part) => Object.keys(part).length > 0)]

/** Selects the endpoints' cached reads, regardless of parameters. */
export const readsOf = (...endpoints: EndpointFacts[]) => ({
  predicate: ({ queryKey: [path] }: CachedQuery): boolean => endpoints.some((one) => one.path === path),
})

/** Returns a function that marks the endpoints' cached reads as stale and refetches those on screen. */
export function useRefetch(...endpoints: EndpointFacts[]): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries(readsOf(...endpoints))
}

/** Calls an endpoint, bypassing the cache. A body that is not JSON is sent as is. The response is not validated: handlers
 *  return the endpoint's type, and tests compare every response with the schema. @throws ApiError */
export async function call<
  P extends Params,
  Q extends Schema | undefined,
  B extends Schema | Media | undefined,
  R extends Schema,
>(
  { method, href, body }: Endpoint<Access, P, Q, B, R>,
  input: ParamsInput<P> & Query<Q> & Body<B>,
  options: CallOptions = {},
): Promise<z.output<R>> {
  const url = href(paramsOf<P>(input)) + searchOf(input)
  const init = { ...options, ...('body' in input && encoded(input.body, body, options)) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler's type
  return (await request(method, url, init)) as z.output<R>
}

/** Saves the response from an endpoint that returns a file. @throws ApiError */
export async function downloadFrom<
  P extends Params,
  Q extends Schema | undefined,
  M extends readonly Media[] | undefined,
>(
  { href }: Endpoint<Access, P, Q, undefined, Media, M>,
  input: ParamsInput<P> & Query<Q>,
  fileName: string,
): Promise<void> {
  saveFile(await requestFile(href(paramsOf<P>(input)) + searchOf(input)), fileName)
}

function searchOf(input: object): string {
  const search = new URLSearchParams(Object.entries(queryIn(input)).map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `?${search}` : ''
}

function encoded(given: unknown, body: Schema | Media | undefined, { headers }: CallOptions) {
  const isJson = !body || !isMedia(body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input type for an endpoint with other media
  const sent = isJson ? JSON.stringify(given) : (given as BodyInit)
  const type = isJson ? 'application/json' : body.mediaType
  // The browser sets a form's media type, because only it knows the boundary.
  return {
    body: sent,
    headers: { ...headers, ...(type !== null && !(sent instanceof FormData) && { 'content-type': type }) },
  }
}

const paramsOf = <P extends Params>(input: object): ParamsOf<P> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input lacks parameters only if the path has none
  ('params' in input ? input.params : {}) as ParamsOf<P>

/** Returns the query parameters that have a value. */
const queryIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries('query' in input ? (input.query ?? {}) : {}).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  )
