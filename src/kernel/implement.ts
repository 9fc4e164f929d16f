import * as z from 'zod/mini'
import {
  type Access,
  type Endpoint,
  type EndpointFacts,
  isMedia,
  type Media,
  type Params,
  type ParamsOf,
  type Schema,
} from './endpoint.contract.ts'
import { AppError, found } from './errors.ts'
import type { EventStream } from './event-stream.ts'
import {
  asAdmin,
  asAnyone,
  asMember,
  asModerator,
  asWriter,
  type Call,
  type Member,
  type Reply,
  type Route,
  type RouteOptions,
} from './http.ts'
import { t } from '#messages/messages.ts'

type BodySchema = Schema | Media | undefined

/** A call with parsed parameters, query, and body. */
interface EndpointCall<
  A extends Access,
  P extends Params,
  Q extends Schema | undefined,
  B extends BodySchema,
> extends Omit<Call<A extends 'anyone' ? Member | null : Member>, 'params' | 'query' | 'body'> {
  params: ParamsOf<P>
  query: OutputOf<Q>
  body: OutputOf<B>
}
type OutputOf<S extends BodySchema> = S extends Schema ? z.output<S> : undefined
type ResultOf<R extends Schema | Media, M extends readonly Media[] | undefined> =
  | (R extends Schema ? z.input<R> | Reply<z.input<R>> : Response | EventStream)
  | (M extends readonly Media[] ? Response | Reply<Response> : never)

/** Creates the route for an endpoint. Compiles only if the handler returns what the endpoint declares. @param
 *  options.version for cached responses that depend on a number that this process tracks */
export function implement<
  A extends Access,
  P extends Params,
  Q extends Schema | undefined,
  B extends BodySchema,
  R extends Schema | Media,
  M extends readonly Media[] | undefined,
>(
  endpoint: Endpoint<A, P, Q, B, R, M>,
  handle: (call: EndpointCall<A, P, Q, B>) => Promise<ResultOf<R, M>>,
  options: Pick<RouteOptions, 'version'> = {},
): Route {
  const { method, path, access, limits, maxBodyBytes, needsRecentProof, isFrequent, isPathSecret, section } = endpoint
  const parseParams = paramsParser(endpoint)
  const parsed = async (call: Call<Member | null>) => {
    const params = parseParams(call.params)
    const query = endpoint.query?.parse(call.query)
    const body = endpoint.body && !isMedia(endpoint.body) ? parseBody(endpoint.body, await call.body()) : undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schemas these types come from
    return handle({ ...call, params, query, body } as EndpointCall<A, P, Q, B>)
  }
  const handler = { anyone: asAnyone, member: asMember, writer: asWriter, moderator: asModerator, admin: asAdmin }[
    access
  ](parsed)
  return {
    method,
    path,
    endpoint,
    ...handler,
    ...options,
    ...cacheOptions(endpoint),
    ...(limits && { limits }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    ...(needsRecentProof && { needsRecentProof }),
    ...(isFrequent && { isBusy: isFrequent }),
    ...(isPathSecret && { isPathSecret }),
    ...(section && { section }),
  }
}

function cacheOptions({ isCached, isPersonal, reads, query }: EndpointFacts): RouteOptions {
  if (!isCached) return {}
  const cachedQuery = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []
  return { cachedQuery, ...(isPersonal && { isPersonal }), ...(reads && { changesWith: [...reads] }) }
}

/** Returns a parser for the endpoint's path parameters. @throws ZodError, AppError not_found */
function paramsParser({ params = {}, path }: EndpointFacts) {
  const suffixes = Object.fromEntries([...path.matchAll(/:(\w+)(\.\w+)/g)].map(([, name, suffix]) => [name, suffix]))
  return (given: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(params).map(([name, schema]) => {
        const suffix = suffixes[name]
        return [name, suffix ? parseFileName(schema, suffix, given[name + suffix]) : schema.parse(given[name])]
      }),
    )
}

/** In a path that ends with a file name, Hono takes the whole name as the parameter's name: `id.ics`. @throws AppError
 *  not_found for another file name */
function parseFileName(schema: Schema, suffix: string, fileName = '') {
  const { success, data } = schema.safeParse(fileName.slice(0, -suffix.length))
  return found(success && fileName.endsWith(suffix) ? data : null, 'File')
}

/** Zod compares the lengths of all values, even if they must be text, so it throws for
 *  `{ "length": { "toString": 1 } }`. @throws AppError, ZodError */
function parseBody(schema: Schema, body: unknown): unknown {
  try {
    return schema.parse(body)
  } catch (cause) {
    if (!(cause instanceof TypeError && cause.message.includes('primitive value'))) throw cause
    throw new AppError('invalid_input', t('The body contains a value of the wrong type'), { cause })
  }
}
