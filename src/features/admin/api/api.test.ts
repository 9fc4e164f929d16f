import assert from 'node:assert/strict'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { test } from 'vitest'
import { features, routes } from '#app/features.ts'
import { openApiOf } from '#kernel/open-api.ts'
import { cast } from '#tests/support/cast.ts'
import { getOpenApi } from './api.contract.ts'

const document = openApiOf(features)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const ajv = addFormats(new Ajv2020({ strict: false })).addSchema(document, 'api')

test('serves the OpenAPI description as JSON', async () => {
  const t = await cast(routes)
  const { status, headers, body } = await t.stranger('GET', getOpenApi.path)
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/json'])
  assert.deepEqual(body, JSON.parse(JSON.stringify(document)))
})

test('passes an OpenAPI linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  assert.deepEqual(
    errors.map(({ message, location }) => [message, location[0]?.pointer]),
    [],
  )
})

test('describes every route and nothing else', () => {
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  const served = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.deepEqual(described.toSorted(), served.toSorted())
})

test('uses unique operation IDs and schema names', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^(get|post|put|patch|delete)[A-Z][A-Za-z]*$/)
  const names = ['Error', ...features.flatMap(({ schemas = {} }) => Object.keys(schemas))]
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(Object.keys(document.components.schemas).toSorted(), names.toSorted())
})

test('describes all fields of JSON responses', () => {
  const schemas = operations.flatMap(({ operation, method, path }) =>
    Object.entries(operation.responses).map(([status, { content }]) => ({
      at: `${method} ${path} ${status}`,
      schema: content?.['application/json']?.schema,
    })),
  )
  assert.deepEqual(
    schemas.flatMap(({ at, schema }) => emptyIn(schema, at)),
    [],
  )
  const named = Object.entries(document.components.schemas).filter(([name]) => !name.endsWith('Input'))
  assert.deepEqual(emptyIn(Object.fromEntries(named), 'components'), [])
})

test('provides JSON Schemas that accept real responses and reject invalid ones', async () => {
  const t = await cast(routes)
  const postId = await t.postBy('alice', 'Hello')
  const aliceId = t.members.alice.id
  const alicePath = `/api/users/${aliceId}`
  const answers = [
    { at: 'GET /api/posts', answer: await t.stranger('GET', '/api/posts') },
    { at: 'GET /api/posts/{id}', answer: await t.bob('GET', `/api/posts/${postId}`) },
    { at: 'POST /api/posts/{id}/like', answer: await t.bob('POST', `/api/posts/${postId}/like`) },
    {
      at: 'POST /api/posts/{id}/comments',
      answer: await t.bob('POST', `/api/posts/${postId}/comments`, { content: 'Hi', writingMs: 9000 }),
    },
    { at: 'GET /api/posts/{id}/comments', answer: await t.stranger('GET', `/api/posts/${postId}/comments`) },
    { at: 'GET /api/users/{id}', answer: await t.stranger('GET', alicePath) },
    { at: 'GET /api/users/{id}/sponsor-goal', answer: await t.stranger('GET', `${alicePath}/sponsor-goal`) },
    { at: 'GET /api/post-categories', answer: await t.stranger('GET', '/api/post-categories') },
    { at: 'GET /api/admin/reports', answer: await t.admin('GET', '/api/admin/reports') },
  ]
  for (const { at, answer } of answers) {
    const accepts = validatorOf(at, answer.status)
    assert.ok(accepts(answer.body), `${at}: ${JSON.stringify([answer.body, accepts.errors])}`)
    assert.ok(!accepts('a text'), at)
    assert.ok(!accepts({ ...answer.body, id: 'a text', posts: null, comments: 7, likeCount: -1, total: {} }), at)
  }
  const rejected = await t.stranger('POST', `/api/posts/${postId}/like`)
  const isError = ajv.compile({ $ref: 'api#/components/schemas/Error' })
  assert.ok(isError(rejected.body), JSON.stringify(isError.errors))
  assert.ok(!isError({ ...rejected.body, code: 'no such code' }))
})

test('contains only valid JSON Schemas', () => {
  for (const { path, method, operation } of operations) {
    const { parameters = [], requestBody, responses } = operation
    const contents = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))
    for (const { schema } of [...parameters, ...contents])
      if (schema) assert.ok(ajv.validateSchema(schema), `${method} ${path}`)
  }
  for (const schema of Object.values(document.components.schemas)) assert.ok(ajv.validateSchema(schema))
})

function validatorOf(at: string, status: number) {
  const [method = '', path = ''] = at.split(' ')
  const keys = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json']
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))).join('/')
  return ajv.compile({ $ref: `api#/${pointer}/schema` })
}

/** Returns the paths of all `{}` in a value. */
function emptyIn(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value) && Object.keys(value).length === 0) return [at]
  return Object.entries(value).flatMap(([key, part]) => emptyIn(part, `${at}/${key}`))
}
