import { isIdText } from '#schemas/ids.contract.ts'

// Parsers for the parameters in page addresses. Every page loads all addresses, so these are plain functions: a
// validation library would be a tenth of the page's code.

/** Parses a path parameter; returns undefined if it is invalid. */
export type PathParameter<Value = unknown> = (text: string) => Value
/** Parses a query parameter. Returns the default if it is absent (undefined) or invalid. Must not map two strings to the
 *  same value, except for the default. */
export type QueryParameter<Value = unknown> = (text: string | undefined) => Value

export const anyText: PathParameter<string> = (text) => text

/** An entity's id. */
export const id: PathParameter<number | undefined> = (text) => (isIdText(text) ? Number(text) : undefined)

/** A percent-encoded string, for values without percent signs: browsers may already have decoded the path. */
export const decodedText: PathParameter<string | undefined> = (text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns a parser for text that matches the pattern. */
export const matching =
  (pattern: RegExp): PathParameter<string | undefined> =>
  (text) =>
    pattern.test(text) ? text : undefined

/** Turns a path-parameter parser into an optional query-parameter parser. */
export const optional =
  <Value>(parse: PathParameter<Value>): QueryParameter<Value | undefined> =>
  (text) =>
    text === undefined ? undefined : parse(text)

/** Returns a parser for an optional string of up to `maxLength` characters. */
export const optionalText = (maxLength: number): QueryParameter<string | undefined> =>
  optional((text) => (text !== '' && text.length <= maxLength ? text : undefined))

/** Returns a parser for one of the values. */
export const oneOf =
  <const Value extends string>(values: readonly Value[]): QueryParameter<Value | undefined> =>
  (text) =>
    values.find((value) => value === text)

/** Returns a parser for one of the values; `fallback` is the default. */
export const oneOfWithDefault =
  <const Value extends string>(values: readonly Value[], fallback: Value): QueryParameter<Value> =>
  (text) =>
    oneOf(values)(text) ?? fallback

/** The page number of a list; the default is 1. */
export const pageNumber: QueryParameter<number> = (text) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)
