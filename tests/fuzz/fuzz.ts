import type { Access, Method } from '#kernel/endpoint.contract.ts'
import type { Db } from '#kernel/db.ts'
import { changedTables, ownedRows } from './owned-rows.store.ts'
import { type Random, randomFrom } from './random.ts'
import { type FuzzRequest, type Operation, requestFor } from './requests.ts'
import type { Vocabulary } from './values.ts'

export interface Response {
  status: number
  text: string
  requestId: string
}
/** Who sends a request. Alice never sends any: her data must not change. */
export type Caller = 'anonymous' | 'mallory' | 'admin' | 'broken'

export interface FuzzOptions {
  db: Db
  /** Alice's id. */
  victimId: number
  operations: readonly Operation[]
  words: Vocabulary
  send: (request: FuzzRequest, caller: Caller) => Promise<Response>
  /** Returns who may make the call, or null for protocol calls. */
  accessOf: (operation: Operation) => Access | null
  seed: number
  /** Receives the number of requests so far. The fuzzer stops when it returns false. */
  continues: (count: number) => boolean
  /** Called regularly, to restore what requests have destroyed, such as Mallory's account. */
  repair: () => Promise<void>
  onFinding: (finding: Finding) => void
}

export interface Finding {
  problem: string
  /** The request's number, starting at 0: `--seed S --at N` sends only this request. */
  at: number
  caller: Caller
  request: FuzzRequest
  response: Response
}
export interface FuzzReport {
  requests: number
  statuses: Record<number, number>
  /** Calls that never succeeded and are therefore hardly tested. */
  neverSucceeded: string[]
}

const repairEvery = 200

/** Sends random requests and reports internal errors, leaks of internals, calls that succeed without permission, and
 *  changes to Alice's rows. Request N depends only on the seed and N. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { db, victimId, operations, words, seed, continues, repair, onFinding } = options
  const hashesOf = await ownedRows(db)
  const statuses: Record<number, number> = {}
  const succeeded = new Set<Operation>()
  let hashes = await hashesOf(victimId)
  let count = 0
  for (; continues(count); count++) {
    if (count % repairEvery === 0) await repair()
    const { operation, caller, request } = requestAt({ seed, at: count, operations, words })
    const response = await options.send(request, caller)
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    if (response.status < 300) succeeded.add(operation)
    const found = (problem: string) => onFinding({ problem, at: count, caller, request, response })
    const problem = problemOf(response, options.accessOf(operation), caller)
    if (problem) found(problem)
    if (request.method === 'GET' || response.status >= 500) continue
    const after = await hashesOf(victimId)
    const changed = changedTables(hashes, after)
    if (changed.length > 0 && caller !== 'admin') found(`changed rows of another member: ${changed.join(', ')}`)
    hashes = after
  }
  const neverSucceeded = operations.filter((one) => !succeeded.has(one)).map(({ method, path }) => `${method} ${path}`)
  return { requests: count, statuses, neverSucceeded }
}

interface Choice {
  seed: number
  at: number
  operations: readonly Operation[]
  words: Vocabulary
}

/** Returns the request with this number. */
export function requestAt({ seed, at, operations, words }: Choice) {
  const random = randomFrom(Math.imul(seed, 2_654_435_761) ^ Math.imul(at + 1, 2_246_822_519))
  const operation = random.pick(operations)
  const caller = callerFor(random, operation)
  return { operation, caller, request: requestFor(random, operation, words) }
}

/** Calls that would end the fuzzing run if an administrator made them, or whose jobs would change others' rows later. */
const endsExperiment = /\/(role|owner|suspension|departure|logout)\b|^\/auth\/v1\/user|^\/api\/tags\//

function callerFor(random: Random, { method, path }: Operation): Caller {
  const isRead: boolean = method === ('GET' satisfies Method)
  const callers: Caller[] = ['mallory', 'mallory', 'mallory', 'anonymous', 'broken']
  return random.pick(isRead || !endsExperiment.test(path) ? [...callers, 'admin', 'admin'] : callers)
}

const internals = /\bat [^\n]{1,200}\.(?:ts|js|mjs):\d+|node_modules|syntax error at or near|violates [a-z ]+constraint/

function problemOf({ status, text }: Response, access: ReturnType<FuzzOptions['accessOf']>, caller: Caller) {
  if (status === 500) return 'internal error'
  if (status === 0 && text === 'No response') return 'no response'
  if (status >= 400 && internals.test(text)) return 'an error reveals internals'
  if (status >= 300 || access === null || access === 'anyone' || caller === 'admin') return null
  if (access === 'admin') return `only administrators may do this, but ${caller} did`
  return caller === 'mallory' ? null : `only members may do this, but ${caller} did`
}
