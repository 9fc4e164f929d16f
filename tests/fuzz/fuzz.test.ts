import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { cast } from '../support/cast.ts'
import { type Finding, fuzz, type FuzzOptions, requestAt, type Response } from './fuzz.ts'
import type { Operation } from './requests.ts'
import { mutated, validValue, type Vocabulary } from './values.ts'
import { randomFrom } from './random.ts'

const words: Vocabulary = { components: {}, ids: [1, 2], words: ['alice'] }
const operation: Operation = {
  method: 'PUT',
  path: '/api/things/{id}',
  params: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  body: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, size: { type: 'integer' } } },
  mediaType: null,
}

type Cast = Awaited<ReturnType<typeof cast>>

/** Fuzzes a server that sends the given responses. */
async function fuzzed(t: Cast, answer: FuzzOptions['send'], access: 'member' | 'admin' = 'member') {
  const findings: Finding[] = []
  const report = await fuzz({
    db: t.db,
    victimId: t.members.alice.id,
    operations: [operation],
    words,
    send: answer,
    accessOf: () => access,
    seed: 7,
    continues: (count) => count < 60 && findings.length === 0,
    repair: async () => {},
    onFinding: (finding) => findings.push(finding),
  })
  return { findings, report }
}
const answers = (status: number, text = '{}'): Promise<Response> => Promise.resolve({ status, text, requestId: '' })

test('generates the same request for the same seed and number, regardless of earlier requests', () => {
  const at = (seed: number, index: number) => requestAt({ seed, at: index, operations: [operation], words })
  assert.deepEqual(at(7, 40), at(7, 40))
  assert.notDeepEqual(at(7, 40), at(8, 40))
  assert.notDeepEqual(at(7, 40), at(7, 41))
})

test('generates valid values, and mutates them', () => {
  const valid = validValue(randomFrom(1), operation.body!, words) as Record<string, unknown>
  assert.equal(typeof valid['name'], 'string')
  const random = randomFrom(2)
  const changed = Array.from({ length: 200 }, () => JSON.stringify(mutated(random, valid)))
  assert.ok(new Set(changed).size > 50)
  assert.ok(changed.some((text) => text.includes('__proto__')))
  assert.equal(Object.getPrototypeOf(valid), Object.prototype)
})

test('reports internal errors, errors that reveal internals, and calls that succeed without permission', async () => {
  const t = await cast([])
  const problemOf = async (answer: FuzzOptions['send'], access?: 'admin') =>
    (await fuzzed(t, answer, access)).findings[0]?.problem
  assert.equal(await problemOf(() => answers(500)), 'internal error')
  assert.equal(await problemOf(() => answers(400, 'syntax error at or near "x"')), 'an error reveals internals')
  assert.equal(await problemOf(() => answers(0, 'No response')), 'no response')
  assert.match((await problemOf(() => answers(200)))!, /^only members may do this, but (anonymous|broken) did$/)
  assert.match((await problemOf((_, caller) => answers(caller === 'mallory' ? 200 : 401), 'admin'))!, /but mallory did/)
  assert.equal(await problemOf((_, caller) => answers(caller === 'mallory' ? 200 : 401)), undefined)
})

test('reports changes to another member’s rows', async () => {
  const t = await cast([])
  const { findings } = await fuzzed(t, async (_, caller) => {
    if (caller !== 'mallory') return answers(401)
    await run(t.db)`update all_members set display_name = display_name || '!' where id = ${t.members.alice.id}`
    return answers(200)
  })
  assert.equal(findings[0]?.problem, 'changed rows of another member: all_members')
})
