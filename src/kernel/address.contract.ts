import { parse } from 'regexparam'
import * as z from 'zod/mini'
import type { ParamName, Params, ParamsOf, Schema } from './endpoint.contract.ts'

/** Query parameters for {@link Address.href}. Null and undefined are omitted. */
type QueryInput<Q extends Params> = { [Name in keyof Q]?: z.output<Q[Name]> | null | undefined }
/** The additional result for invalid parameters: null, or never if every string is valid. */
type Misfit<P extends Params> = [P[keyof P]] extends [z.ZodMiniString] ? never : null
type HrefInput<P extends Params, Q extends Params> = keyof P extends never
  ? [query?: QueryInput<Q>]
  : [params: ParamsOf<P>, query?: QueryInput<Q>]

/** A page's address, from which links, routes, and the page cache key are derived. */
export interface Address<P extends Params = Params, Q extends Params = Params> {
  /** Path pattern: `/post/:id`. */
  path: string
  /** Returns the page's path and query with these parameters. Values equal to their defaults are omitted. */
  href: (...input: HrefInput<P, Q>) => string
  /** Returns the path's parameters as strings; null if the path does not match. */
  match: (path: string) => Record<string, string> | null
  /** Parses what {@link match} returns; null if a parameter is invalid. */
  paramsIn: (texts: Record<string, string>) => ParamsOf<P> | Misfit<P>
  /** Parses the query. Unknown and malformed parameters are ignored. */
  queryIn: (search: URLSearchParams) => ParamsOf<Q>
  /** Returns the parameters that change the page, as strings in a fixed order, without unknown, malformed, and default
   *  values. */
  knownQuery: (search: URLSearchParams) => Record<string, string>
}

/** An address of any type, for code that does not build links. */
export type AddressFacts = Omit<Address, 'href'>

/** Defines the address of a page. @param path pattern: '/post/:id' @param spec.query schemas, by name, of the query
 *  parameters that change what the server renders. Each must accept undefined, which yields the default, and must not
 *  map two strings to the same value. */
export function address<
  const Path extends `/${string}`,
  const P extends { [Name in ParamName<Path>]: Schema } = { [Name in ParamName<Path>]: Schema },
  const Q extends Params = { [Name in never]: Schema },
>(path: Path, spec: { query?: Q } & ([ParamName<Path>] extends [never] ? object : { params: P })): Address<P, Q> {
  const { keys, pattern } = parse(path)
  const paramSchemas: Params = 'params' in spec ? spec.params : {}
  const querySchemas: Params = spec.query ?? {}
  /** Parses each value independently. */
  const valuesIn = (search: URLSearchParams): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(querySchemas).map(([name, schema]) => {
        const { success, data } = schema.safeParse(search.get(name) ?? undefined)
        return [name, success ? data : schema.parse(undefined)]
      }),
    )
  const defaults = valuesIn(new URLSearchParams())
  const changesPage = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== defaults[name]
  const textsOf = (values: Record<string, unknown>) =>
    Object.keys(querySchemas)
      .map((name): [string, unknown] => [name, values[name]])
      .filter(changesPage)
      .map(([name, value]): [string, string] => [name, String(value)])

  return {
    path,
    href(...input) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `input` follows from the keys
      const [params, query] = (keys.length > 0 ? input : [{}, ...input]) as Record<string, unknown>[]
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
      const search = new URLSearchParams(textsOf(query ?? {})).toString()
      return search ? `${filled}?${search}` : filled
    },
    match(given) {
      const found = pattern.exec(given)
      return found && Object.fromEntries(keys.map((name, index) => [name, found[index + 1]!]))
    },
    paramsIn(texts) {
      const entries = Object.entries(paramSchemas).map(
        ([name, schema]) => [name, schema.safeParse(texts[name])] as const,
      )
      const fits = entries.every(([, { success }]) => success)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schemas these types come from
      return (fits ? Object.fromEntries(entries.map(([name, { data }]) => [name, data])) : null) as ParamsOf<P>
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schemas this type comes from
    queryIn: (search) => valuesIn(search) as ParamsOf<Q>,
    knownQuery: (search) => Object.fromEntries(textsOf(valuesIn(search))),
  }
}

/** The page number of a list; the default is 1. */
export const PageNumber = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
    z.transform((text: string) => Number(text)),
  ),
  1,
)

/** Decodes percent-encoded text. Returns invalid text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A percent-encoded string in a path, for values without percent signs: browsers may already have decoded the path. */
export const DecodedText = z.pipe(
  z.string().check(z.refine((text) => !/%(?![\da-f]{2})/i.test(text))),
  z.transform((text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return ''
    }
  }),
)

/** Returns a schema for an optional string of up to `maxLength` characters. */
export const optionalText = (maxLength: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(maxLength)))
