import type { Random } from './random.ts'

/** A JSON Schema, as in the API's OpenAPI description. */
export interface JsonSchema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema | boolean
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  default?: unknown
}

/** The values and schemas from which valid values are generated. */
export interface Vocabulary {
  /** Schemas that others refer to. */
  components: Readonly<Record<string, JsonSchema>>
  /** The ids of existing rows. */
  ids: readonly number[]
  /** Strings that mean something to the site: usernames, keys, paths, URLs. */
  words: readonly string[]
  /** The probability that a valid object has an optional property. */
  optional?: number
}

const maxDepth = 6

/** Returns a value that matches the schema, as far as JSON Schema describes it. */
export function validValue(random: Random, schema: JsonSchema, words: Vocabulary, depth = 0): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema
  if ($ref) return validValue(random, words.components[$ref.split('/').at(-1)!] ?? {}, words, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choice = anyOf ?? oneOf
  if (choice) return validValue(random, random.pick(choice), words, depth)
  if (allOf) return Object.assign({}, ...allOf.map((part) => validValue(random, part, words, depth)))
  switch (schema.type) {
    case 'object':
      return validObject(random, schema, words, depth)
    case 'array':
      return validArray(random, schema, words, depth)
    case 'string':
      return validText(random, schema, words)
    case 'integer':
    case 'number':
      return random.chance(0.5) ? random.pick(words.ids) : numberIn(random, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case undefined:
    default:
      return random.pick<unknown>([null, 1, 'text', random.pick(words.ids)])
  }
}

function validObject(random: Random, schema: JsonSchema, words: Vocabulary, depth: number): Record<string, unknown> {
  const required = new Set(schema.required)
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || random.chance(words.optional ?? 0.5),
  )
  return Object.fromEntries(entries.map(([name, part]) => [name, validValue(random, part, words, depth + 1)]))
}

function validArray(random: Random, schema: JsonSchema, words: Vocabulary, depth: number): unknown[] {
  const { items, minItems = 0, maxItems = 4 } = schema
  const length = depth > maxDepth ? minItems : Math.max(minItems, random.below(Math.min(maxItems, 4) + 1))
  const part = typeof items === 'object' ? items : {}
  return Array.from({ length }, () => validValue(random, part, words, depth + 1))
}

const numberIn = (random: Random, { minimum = 0, maximum = minimum + 1000 }: JsonSchema): number =>
  minimum + random.below(Math.min(maximum - minimum, 2 ** 31) + 1)

const formats: Record<string, readonly string[]> = {
  'date-time': ['2031-01-01T00:00:00.000Z', '2020-02-29T23:59:59Z'],
  uri: ['https://example.org/a', 'http://127.0.0.1:1/x'],
  email: ['a@example.org'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
}

function validText(random: Random, { format, minLength = 0, maxLength = 200 }: JsonSchema, words: Vocabulary): string {
  if (format && formats[format]) return random.pick(formats[format])
  const text = random.pick([...words.words, 'Words', 'A **bold** text with https://example.org', '# Title\n\n- one'])
  return text.padEnd(minLength, 'x').slice(0, Math.max(minLength, Math.min(maxLength, 5000)))
}

const evilTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202e\u200b\ufeff',
  'é'.normalize('NFD').repeat(50),
  '👩‍👩‍👧‍👦'.repeat(30),
  'x'.repeat(10_000),
  'İ'.repeat(300),
  '%',
  '%00',
  '%zz',
  '_%\\',
  "' or 1=1 --",
  '$1',
  '\\u0000',
  '../../etc/passwd',
  'javascript:alert(1)',
  'http://[::1]:x/',
  'https://user:pass@example.org:99999/',
  '1e309',
  'NaN',
  '9'.repeat(400),
  '-0',
  '0x10',
  '2031-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-00-00',
  '[](((((((((',
  '<!--<script>]]>',
  '```\n'.repeat(200),
  '{"__proto__":1}',
]
const evilNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  32_768,
  65_536,
]
const evilNames: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  'length',
  '$ne',
]

/** Returns a string that few programs expect. */
export const evilText = (random: Random): string => random.pick(evilTexts)

/** Returns any JSON value, mostly hostile. */
function evilValue(random: Random, depth = 0): unknown {
  const kinds: (() => unknown)[] = [
    () => evilText(random),
    () => evilText(random),
    () => random.pick(evilNumbers),
    () => random.pick(evilNumbers),
    () => random.pick([null, true, false]),
    () => Array.from({ length: random.below(4) }, () => (depth > 2 ? 1 : evilValue(random, depth + 1))),
    () => withName(random.pick(evilNames), depth > 2 ? 1 : evilValue(random, depth + 1)),
    () => nested(random.pick([50, 500]), random.chance(0.5)),
    () => Array.from({ length: random.pick([100, 2000]) }, (_, index) => index),
  ]
  return random.pick(kinds)()
}

/** Returns an object with an own property of that name, even if the name is `__proto__`. */
const withName = (name: string, value: unknown): object =>
  Object.defineProperty({}, name, { value, enumerable: true, writable: true, configurable: true })

function nested(depth: number, isArray: boolean): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = isArray ? [value] : { a: value }
  return value
}

/** Returns the value with one part replaced by a hostile one, removed, or added. */
export function mutated(random: Random, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || random.chance(0.1)) return evilValue(random)
  const keys = Object.keys(value)
  if (Array.isArray(value)) {
    if (keys.length === 0 || random.chance(0.2)) return [...value, evilValue(random)]
    const at = random.below(value.length)
    return value.map((part: unknown, index) => (index === at ? mutated(random, part) : part))
  }
  const copy: Record<string, unknown> = { ...value }
  if (keys.length === 0 || random.chance(0.15))
    return Object.assign(withName(random.pick(evilNames), evilValue(random)), copy)
  const key = random.pick(keys)
  if (random.chance(0.15)) delete copy[key]
  else copy[key] = mutated(random, copy[key])
  return copy
}
