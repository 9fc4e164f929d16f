import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import { type EndpointFacts, isMedia, type Schema } from './endpoint.contract.ts'
import { statusOf } from './errors.ts'
import type { Feature } from './feature.ts'
import { defaultMaxBodyBytes } from './json-body.ts'
import { limitsOf } from './limits.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Io = 'input' | 'output'
type ToJsonSchema = (schema: z.core.$ZodType, io?: Io) => JsonSchema

type Content = Record<string, { schema?: JsonSchema }>
interface ApiResponse {
  $ref?: string
  description?: string
  headers?: Record<string, { description?: string; schema: JsonSchema }>
  content?: Content
}
type ApiResponses = Record<string, ApiResponse>

const errorCodes = Object.entries(statusOf).map(([code, status]) => ({ code, status }))
const ErrorAnswer = z.object({
  code: z.enum(errorCodes.map(({ code }) => code)),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.string(),
})

/** Describes the features' endpoints as an OpenAPI 3.1 document. */
export function openApiOf(features: readonly Feature[]) {
  const { components, toJsonSchema } = namedSchemas([{ Error: ErrorAnswer }, ...features.map(({ schemas }) => schemas)])
  const operations = features.flatMap(({ name, routes = [] }) =>
    routes.flatMap(({ endpoint }) => (endpoint ? operationOf(endpoint, name, toJsonSchema) : [])),
  )
  const paths = Object.groupBy(operations, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Devstead API',
      version: '1',
      description:
        'Errors are JSON with a code for programs and a message for people. Some have more fields, such as the current ' +
        'version of a post after an edit conflict. Calls with the same limit are counted together.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.flatMap(({ operation }) => operation.tags))].map((name) => ({ name })),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, on = []]) => [
        path,
        Object.fromEntries(on.map(({ method, operation }) => [method, operation])),
      ]),
    ),
    components: {
      responses: errorResponses(toJsonSchema(ErrorAnswer)),
      schemas: components,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from the sign-in service, whose URL `GET /api/config/supabase` returns.',
        },
      },
    },
  }
}

/** Returns a function that converts to JSON Schema, moving named schemas to `components` and referencing them there. */
function namedSchemas(lists: readonly (Readonly<Record<string, Schema>> | undefined)[]) {
  const registry = z.registry<{ id: string }>()
  for (const list of lists) for (const [id, schema] of Object.entries(list ?? {})) registry.add(schema, { id })
  const components: Record<string, JsonSchema> = {}
  /** Requests and responses are described in the form in which they are sent: a schema's `input`. */
  const toJsonSchema: ToJsonSchema = (schema, io = 'input') => {
    const text = JSON.stringify(z.toJSONSchema(schema, { metadata: registry, io, override: withoutNoise }))
    const {
      $schema: _,
      $defs,
      ...json
    }: JsonSchema = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
    Object.assign(components, $defs)
    return json
  }
  return { components, toJsonSchema }
}

/** Omits patterns that repeat a format, and the bounds of safe integers. */
function withoutNoise({ jsonSchema }: { jsonSchema: JsonSchema }) {
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function operationOf(endpoint: EndpointFacts, feature: string, toJsonSchema: ToJsonSchema) {
  const { method, summary, params, query, headers = {}, body } = endpoint
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
  const description = descriptionOf(endpoint)
  const parameters = [
    ...parametersOf('path', z.object(params ?? {}), toJsonSchema),
    ...(query ? parametersOf('query', query, toJsonSchema) : []),
    ...headerParameters(headers),
  ]
  const operation = {
    operationId: operationId(endpoint),
    summary,
    ...(description && { description }),
    tags: [feature],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(endpoint, body, toJsonSchema) }),
    responses: { ...successesOf(endpoint, toJsonSchema), ...errorsOf(endpoint) },
  }
  return { path, method: method.toLowerCase(), operation }
}

/** `GET /api/posts/:id/comments` becomes `getPostsByIdComments`. */
function operationId({ method, path }: EndpointFacts): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(':', 'by-')
    .split(/\W+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function descriptionOf({ method, access, needsRecentProof, limits }: EndpointFacts) {
  const proof =
    'The member must have confirmed their identity in this session within the last ten minutes (`reauthentication_needed`).'
  const rates = limitsOf({ method, limits }).map(
    ({ name, by, max, perSeconds }) => `“${name}”: ${max} calls per ${windowText(perSeconds)} per ${by}`,
  )
  return [
    access === 'admin' && 'Only for administrators.',
    access === 'moderator' && 'Only for moderators and administrators.',
    access === 'writer' && 'Only for members who may publish.',
    needsRecentProof && proof,
    rates.length > 0 && `Limits: ${rates.join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Formats a limit's window, in English: 'minute', '10 minutes'. */
function windowText(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second']
  return seconds === size ? unit : `${seconds / size} ${unit}s`
}

/** Callers may also send a token: some responses then contain data that only the token's member may see. */
function securityOf({ access, answer }: EndpointFacts) {
  if (access === 'anyone') return isMedia(answer) ? [] : [{}, { bearer: [] }]
  return [{ bearer: [] }]
}

function parametersOf(location: 'path' | 'query', schema: Schema, toJsonSchema: ToJsonSchema) {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('Parameters must be described by an object schema.')
  const required = new Set(toJsonSchema(schema).required)
  return Object.entries(schema.shape).map(([name, value]) => ({
    name,
    in: location,
    required: required.has(name),
    schema: parameterSchema(value, toJsonSchema),
  }))
}

/** Describes the value that a parameter's text is parsed to, such as an integer; a string if JSON Schema cannot express
 *  that value. */
function parameterSchema(schema: z.core.$ZodType, toJsonSchema: ToJsonSchema): JsonSchema {
  try {
    return toJsonSchema(schema, 'output')
  } catch {
    return toJsonSchema(schema)
  }
}

/** OpenAPI ignores a parameter named Accept: the responses' media types describe it instead. */
const headerParameters = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .filter(([name]) => name.toLowerCase() !== 'accept')
    .map(([name, description]) => ({ name, in: 'header', description, schema: { type: 'string' } }))

function requestBodyOf(
  { maxBodyBytes }: EndpointFacts,
  body: NonNullable<EndpointFacts['body']>,
  toJsonSchema: ToJsonSchema,
) {
  const maxBytes = maxBodyBytes ?? (isMedia(body) ? undefined : defaultMaxBodyBytes)
  return {
    ...(maxBytes !== undefined && { description: `At most ${Math.floor(maxBytes / 1024)} KiB.` }),
    required: true,
    content: contentOf([body], toJsonSchema),
  }
}

/** If a call changes something and its response is not JSON, the handler itself chooses the status. */
function successesOf(
  { method, answer, alternatives = [], creates, isCached, headers = {} }: EndpointFacts,
  toJsonSchema: ToJsonSchema,
): ApiResponses {
  const bodies = [answer, ...alternatives]
  const isEmpty = answer instanceof z.ZodMiniNull
  const content = isEmpty ? {} : contentOf(bodies, toJsonSchema)
  const hasContent = Object.keys(content).length > 0
  const isRevalidated = isCached || Object.keys(headers).some((name) => name.toLowerCase() === 'if-none-match')
  const status = isMedia(answer) && method !== 'GET' ? '2XX' : '200'
  return {
    ...(hasContent && { [status]: { description: 'Success', content } }),
    ...(creates && { 201: { description: 'Created', content } }),
    ...(isEmpty && { 204: { description: 'Success, no response body' } }),
    ...(bodies.some((body) => isMedia(body) && body.mediaType === null) && { '3XX': redirectResponse }),
    ...(hasContent && isRevalidated && { 304: { description: 'Not modified' } }),
  }
}

const redirectResponse: ApiResponse = {
  description: 'Redirect',
  headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
}

function contentOf(bodies: readonly EndpointFacts['answer'][], toJsonSchema: ToJsonSchema): Content {
  const content: Content = {}
  for (const body of bodies) {
    if (!isMedia(body)) content['application/json'] = { schema: toJsonSchema(body) }
    else if (body.mediaType !== null) content[body.mediaType] = {}
  }
  return content
}

function errorsOf({ method, access, params = {}, query, body, limits }: EndpointFacts): ApiResponses {
  const hasParams = Object.keys(params).length > 0
  const statuses = [
    ...(hasParams || query || body ? [400] : []),
    ...(access === 'anyone' ? [] : [401, 403]),
    ...(hasParams ? [404] : []),
    ...(body ? [413, 415] : []),
    ...(limitsOf({ method, limits }).length > 0 ? [429] : []),
  ]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { $ref: responseRef(responseName(status)) }])),
    default: { $ref: responseRef('Error') },
  }
}

const responseRef = (name: string) => `#/components/responses/${name}`
const responseName = (status: number) => STATUS_CODES[status]!.replaceAll(/\W/g, '')

function errorResponses(schema: JsonSchema): ApiResponses {
  const content = { 'application/json': { schema } }
  const wait = { description: 'Seconds until the next call is allowed', schema: { type: 'integer' } }
  const responses = [400, 401, 403, 404, 413, 415, 429].map((status) => [
    responseName(status),
    {
      description: `Codes: ${codesOf(status).join(', ')}`,
      ...(status === 429 && { headers: { 'Retry-After': wait } }),
      content,
    },
  ])
  return { ...Object.fromEntries(responses), Error: { description: 'Another error', content } }
}

const codesOf = (status: number) => errorCodes.filter((one) => one.status === status).map(({ code }) => code)
