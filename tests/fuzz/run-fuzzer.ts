import { pino } from 'pino'
import { features, routes } from '#app/features.ts'
import { openApiOf } from '#kernel/open-api.ts'
import { connect } from '#kernel/db.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { startSite, temporaryDataDir } from '../support/site.ts'
import { type Finding, fuzz, type FuzzReport, requestAt } from './fuzz.ts'
import { type FuzzSite, fuzzSite } from './fuzz-site.ts'
import { type Operation, operationsOf, protocolOperations } from './requests.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

interface Options {
  minutes: number
  seed: number
  /** Sends only the request with this number. */
  at: number | null
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description is JSON
const description = JSON.parse(JSON.stringify(openApiOf(features))) as Parameters<typeof operationsOf>[0]

/** Calls that are too slow: event streams never end, and the process that reads imports is slow to start. */
const skipped = /\/events$|^\/api\/imports\/\{id\}\/(file|check|start)/

const operations: Operation[] = [...operationsOf(description), ...protocolOperations].filter(
  ({ path }) => !skipped.test(path),
)
const access = new Map(routes.map((one) => [`${one.method} ${one.path.replaceAll(/:(\w+)/g, '{$1}')}`, one.access]))

/** Starts a site with its own database, fuzzes it, and prints the findings. @returns whether there were no findings */
export async function runFuzzer({ minutes, seed, at }: Options): Promise<boolean> {
  const { dataDir, remove } = temporaryDataDir()
  const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', DATABASE_TIMEOUT_SECONDS: '60' }
  const site = await startSite(dataDir, settings)
  const server = await startPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const db = connect({ ...server.connection, onError: () => {} })
  try {
    const target = await fuzzSite(site.url, db, description.components.schemas)
    const findings: Finding[] = []
    const onFinding = (finding: Finding) => {
      findings.push(finding)
      say(describe(finding, seed, site.output()))
    }
    say(`Fuzzing ${operations.length} calls at ${site.url} with --seed ${seed}`)
    const parts = { ...target, db, operations, seed, onFinding, accessOf }
    if (at !== null) return await replay(parts, at)
    const endMs = performance.now() + minutes * 60_000
    const report = await fuzz({ ...parts, continues: () => performance.now() < endMs && findings.length < 25 })
    print(report, findings)
    return findings.length === 0
  } finally {
    await db.destroy()
    await server.stop()
    await site.stop()
    remove()
  }
}

const accessOf = ({ method, path }: Operation) => access.get(`${method} ${path}`) ?? null

async function replay({ words, send, repair, seed }: FuzzSite & { seed: number }, at: number): Promise<boolean> {
  await repair()
  const { caller, request } = requestAt({ seed, at, operations, words })
  const { status, text } = await send(request, caller)
  say(`${caller}: ${JSON.stringify(request, null, 2)}\n${status} ${text}`)
  return status !== 500
}

function describe({ problem, at, caller, request, response }: Finding, seed: number, log: string): string {
  const { method, target, headers, body } = request
  const logged = log.split('\n').find((line) => line.includes(response.requestId))
  return [
    `\nFOUND: ${problem}: ${method} ${target.slice(0, 300)} as ${caller}: ${response.status}`,
    `  ${response.text.slice(0, 300)}`,
    `  headers ${JSON.stringify(headers).slice(0, 300)}`,
    `  body ${body?.slice(0, 600) ?? 'none'}`,
    ...(logged ? [`  log ${logged.slice(0, 1500)}`] : []),
    `  Reproduce: npm run fuzz -- --seed ${seed} --at ${at}`,
  ].join('\n')
}

function print({ requests, statuses, neverSucceeded }: FuzzReport, findings: Finding[]): void {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  say(`\n${requests} requests (${counts.join(', ')})`)
  say(`${neverSucceeded.length} calls never succeeded: ${neverSucceeded.join(', ')}`)
  say(findings.length === 0 ? 'No findings' : `${findings.length} findings`)
}
