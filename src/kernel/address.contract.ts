import { parse } from 'regexparam'
import type { PathParameter, QueryParameter } from './address-parameters.contract.ts'
import type { ParamName } from './endpoint.contract.ts'

type Params = Record<string, PathParameter>
type Query = Record<string, QueryParameter>
type ParamsOf<P extends Params> = { [Name in keyof P]: Exclude<ReturnType<P[Name]>, undefined> }
type QueryOf<Q extends Query> = { [Name in keyof Q]: ReturnType<Q[Name]> }
/** Query parameters for {@link Address.href}. Null and undefined are omitted. */
type QueryInput<Q extends Query> = { [Name in keyof Q]?: ReturnType<Q[Name]> | null | undefined }
/** The additional result for invalid parameters: null, or never if every string is valid. */
type Misfit<P extends Params> = undefined extends ReturnType<P[keyof P]> ? null : never
type HrefInput<P extends Params, Q extends Query> = keyof P extends never
  ? [query?: QueryInput<Q>]
  : [params: ParamsOf<P>, query?: QueryInput<Q>]

/** A page's address, from which links, routes, and the page cache key are derived. */
export interface Address<P extends Params = Params, Q extends Query = Query> {
  /** Path pattern: `/post/:id`. */
  path: string
  /** Returns the page's path and query with these parameters. Values equal to their defaults are omitted. */
  href: (...input: HrefInput<P, Q>) => string
  /** Returns the path's parameters as strings; null if the path does not match. */
  match: (path: string) => Record<string, string> | null
  /** Parses what {@link match} returns; null if a parameter is invalid. */
  paramsIn: (texts: Record<string, string>) => ParamsOf<P> | Misfit<P>
  /** Parses the query. Unknown and malformed parameters are ignored. */
  queryIn: (search: URLSearchParams) => QueryOf<Q>
  /** Returns the parameters that change the page, as strings in a fixed order, without unknown, malformed, and default
   *  values. */
  knownQuery: (search: URLSearchParams) => Record<string, string>
}

/** An address of any type, for code that does not build links. */
export type AddressFacts = Omit<Address, 'href'>

/** Defines the address of a page. @param path pattern: '/post/:id' @param spec.query parsers, by name, of the query
 *  parameters that change what the server renders */
export function address<
  const Path extends `/${string}`,
  const P extends { [Name in ParamName<Path>]: PathParameter } = { [Name in ParamName<Path>]: PathParameter },
  const Q extends Query = { [Name in never]: QueryParameter },
>(path: Path, spec: { query?: Q } & ([ParamName<Path>] extends [never] ? object : { params: P })): Address<P, Q> {
  const { keys, pattern } = parse(path)
  const paramParsers = Object.entries<PathParameter>('params' in spec ? spec.params : {})
  const queryParsers = Object.entries<QueryParameter>(spec.query ?? {})
  const valuesIn = (search: URLSearchParams): Record<string, unknown> =>
    Object.fromEntries(queryParsers.map(([name, parseText]) => [name, parseText(search.get(name) ?? undefined)]))
  const defaults = valuesIn(new URLSearchParams())
  const changesPage = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== defaults[name]
  const textsOf = (values: Record<string, unknown>) =>
    queryParsers
      .map(([name]): [string, unknown] => [name, values[name]])
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
      const entries = paramParsers.map(([name, parseText]) => [name, parseText(texts[name]!)] as const)
      const fits = entries.every(([, value]) => value !== undefined)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- returned by the parsers these types come from
      return (fits ? Object.fromEntries(entries) : null) as ParamsOf<P>
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- returned by the parsers this type comes from
    queryIn: (search) => valuesIn(search) as QueryOf<Q>,
    knownQuery: (search) => Object.fromEntries(textsOf(valuesIn(search))),
  }
}

/** Decodes percent-encoded text. Returns invalid text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
