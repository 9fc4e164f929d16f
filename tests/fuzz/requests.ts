import type { Random } from './random.ts'
import { evilText, type JsonSchema, mutated, validValue, type Vocabulary } from './values.ts'

/** What the fuzzer knows about a call. */
export interface Operation {
  method: string
  /** With parameters in braces: `/api/posts/{id}`. */
  path: string
  params: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[]
  /** Schema of a JSON body; null for none. */
  body: JsonSchema | null
  /** The media type of a body that is not JSON; null for none. */
  mediaType: string | null
}

/** A request, before its caller is known. Headers are pairs, because names may repeat. */
export interface FuzzRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: string | null
}

interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation | undefined>>
  components: { schemas: Record<string, JsonSchema> }
}
interface OpenApiOperation {
  parameters?: Operation['params']
  requestBody?: { content: Record<string, { schema?: JsonSchema }> }
}

/** Returns the calls in an OpenAPI description. */
export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = operation?.requestBody?.content ?? {}
      const json = content['application/json']?.schema ?? null
      const mediaType = json ? null : (Object.keys(content)[0] ?? null)
      return [{ method: method.toUpperCase(), path, params: operation?.parameters ?? [], body: json, mediaType }]
    }),
  )

const textList: JsonSchema = { type: 'array', items: { type: 'string' } }

/** The identity and storage protocols' calls, which the description does not contain. */
export const protocolOperations: Operation[] = [
  identity('POST', '/signup', { email: 'text', password: 'text', data: 'object' }),
  identity('POST', '/token?grant_type=password', { email: 'text', password: 'text' }),
  identity('POST', '/token?grant_type=refresh_token', { refresh_token: 'text' }),
  identity('POST', '/recover', { email: 'text' }),
  identity('POST', '/resend', { type: 'text', email: 'text' }),
  identity('POST', '/verify', { type: 'text', token_hash: 'text', token: 'text' }),
  identity('GET', '/verify?token={id}&type=signup'),
  identity('GET', '/user'),
  identity('PUT', '/user', { data: 'object', nonce: 'text' }),
  identity('GET', '/settings'),
  identity('POST', '/factors', { factor_type: 'text', friendly_name: 'text' }),
  identity('DELETE', '/factors/{id}'),
  identity('POST', '/factors/{id}/challenge', {}),
  identity('POST', '/factors/{id}/verify', { challenge_id: 'text', code: 'text' }),
  identity('GET', '/factors/recovery-codes'),
  identity('POST', '/factors/recovery-codes/verify', { code: 'text' }),
  identity('GET', '/passkeys'),
  identity('PATCH', '/passkeys/{id}', { friendly_name: 'text' }),
  identity('DELETE', '/passkeys/{id}'),
  identity('POST', '/passkeys/registration/options', {}),
  identity('POST', '/passkeys/registration/verify', { challenge_id: 'text', credential_response: 'object' }),
  identity('POST', '/passkeys/authentication/options', {}),
  identity('POST', '/passkeys/authentication/verify', { challenge_id: 'text', credential_response: 'object' }),
  storage('GET', '/object/public/{bucket}/{id}/a.png'),
  storage('POST', '/object/{bucket}/{id}/a.png', 'image/png'),
  storage('PUT', '/object/{bucket}/{id}/a.png', 'image/png'),
  storage('GET', '/object/info/{bucket}/{id}/a.png'),
  { ...storage('DELETE', '/object/{bucket}'), body: { type: 'object', properties: { prefixes: textList } } },
  { ...storage('POST', '/object/list/{bucket}'), body: { type: 'object', properties: { prefix: { type: 'string' } } } },
]

function identity(method: string, path: string, fields?: Record<string, 'text' | 'object'>): Operation {
  const properties = Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, kind]): [string, JsonSchema] => [
      name,
      { type: kind === 'text' ? 'string' : 'object' },
    ]),
  )
  return {
    method,
    path: `/auth/v1${path}`,
    params: paramsIn(path),
    body: fields ? { type: 'object', properties } : null,
    mediaType: null,
  }
}

function storage(method: string, path: string, mediaType: string | null = null): Operation {
  return { method, path: `/storage/v1${path}`, params: paramsIn(path), body: null, mediaType }
}

function paramsIn(path: string): Operation['params'] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: name === 'bucket' ? { enum: ['post-images', 'avatars', 'nowhere'] } : { type: 'string' },
  }))
}

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  '',
  'image/png',
  'application/reports+json',
]
const rawBodies = [
  '',
  '{',
  'null',
  '[]',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"content":"\\ud800"}',
  'a=b&a=c',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG\r\n--x--',
  '"'.repeat(1000),
]
const strangeHeaders: [string, string][] = [
  ['x-forwarded-for', '::ffff:0:0, x'],
  ['accept', 'text/html;q=x, */*;q=1e9'],
  ['accept-encoding', 'br;q=0, *'],
  ['if-none-match', '"'.repeat(100)],
  ['if-modified-since', 'never'],
  ['range', 'bytes=9-1,-0,x'],
  ['content-type', 'application/json'],
  ['content-type', 'text/html'],
  ['origin', 'null'],
  ['last-event-id', '-1'],
  ['cookie', '__proto__=1; a'],
  ['user-agent', ''],
  ['accept-language', 'x'.repeat(2000)],
]

/** Returns a request for the call: valid, or with one or more parts mutated. */
export function requestFor(random: Random, operation: Operation, words: Vocabulary): FuzzRequest {
  const { method, body, mediaType } = operation
  const headers: FuzzRequest['headers'] = []
  const target = pathFor(random, operation, words) + queryFor(random, operation, words)
  if (random.chance(0.1)) headers.push(random.pick(strangeHeaders))
  if (random.chance(0.03)) headers.push(random.pick(strangeHeaders), random.pick(strangeHeaders))
  if (method === 'GET') return { method, target, headers, body: null }
  if (random.chance(0.05)) {
    headers.push(['content-type', random.pick(contentTypes)])
    return { method, target, headers, body: random.pick(rawBodies) }
  }
  if (mediaType !== null) headers.push(['content-type', mediaType])
  if (!body) return { method, target, headers, body: mediaType === null ? null : random.pick(rawBodies) }
  headers.push(['content-type', 'application/json'])
  let value = validValue(random, body, { ...words, optional: random.pick([0, 0.2, 0.5, 0.9]) })
  for (let mutations = random.pick([0, 0, 1, 1, 1, 2, 4]); mutations > 0; mutations--) value = mutated(random, value)
  return { method, target, headers, body: JSON.stringify(value) ?? 'null' }
}

function pathFor(random: Random, { path, params }: Operation, words: Vocabulary): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(0.15)) return encodeURIComponent(wellFormed(evilText(random)))
    const schema = params.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    const isNumber = schema.type === 'integer' || schema.type === 'number' || /id$/i.test(name)
    const value = isNumber && random.chance(0.9) ? random.pick(words.ids) : validValue(random, schema, words)
    return encodeURIComponent(wellFormed(String(value)))
  })
}

function queryFor(random: Random, { path, params }: Operation, words: Vocabulary): string {
  const query = params.filter((one) => one.in === 'query')
  const pairs = query.flatMap(({ name, schema, required }) => {
    if (!required && random.chance(0.5)) return []
    const value = random.chance(0.3) ? evilText(random) : String(validValue(random, schema, words))
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`
    return random.chance(0.05) ? [pair, pair] : [pair]
  })
  if (random.chance(0.03)) pairs.push(random.pick(['__proto__=1', 'a[b]=1', '%', '=', 'page=-1', 'limit=1e9']))
  return pairs.length > 0 ? `${path.includes('?') ? '&' : '?'}${pairs.join('&')}` : ''
}

const wellFormed = (text: string): string => text.toWellFormed()
