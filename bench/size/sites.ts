import http from 'node:http'
import { sendChanges } from '#kernel/changes.store.ts'
import type { Db } from '#kernel/db.ts'
import { routes } from '#app/features.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'
import { accounts, password, type Scale } from './cast.ts'
import { cpuMsOfSite, processesOf, type SiteProcesses } from './cpu-time.ts'
import type { Caller, SizeRequest } from './requests.ts'

/** A running site with a certain number of posts. */
export interface SizedSite {
  scale: Scale
  site: RunningSite
  processes: SiteProcesses
  tokens: Record<Caller, string | null>
}

export interface Sample {
  status: number
  bytes: number
  ms: number
  /** CPU time of the server and of the database's connections. */
  cpuMs: number
  databaseMs: number
}

/** Starts the site and signs its members in. */
export async function startSized(dataDir: string, scale: Scale): Promise<SizedSite> {
  const site = await startSite(dataDir, {
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    SLOW_QUERY_MS: '0',
    BACKUP_BEFORE_MIGRATION: 'off',
  })
  const tokenOf = async ({ email }: (typeof accounts)[number]) => {
    const response = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const session: unknown = await response.json()
    if (typeof session !== 'object' || session === null || !('access_token' in session))
      throw new Error(`${email} could not sign in: ${JSON.stringify(session)}`)
    return String(session.access_token)
  }
  const [star, reader] = [await tokenOf(accounts[0]), await tokenOf(accounts[1])]
  return { scale, site, processes: processesOf(site), tokens: { visitor: null, star, reader } }
}

const topics = [...new Set(['content', 'removals', ...routes.flatMap(({ endpoint }) => endpoint?.reads ?? [])])]

/** Invalidates everything that the site has cached. */
export const invalidate = (db: Db): Promise<unknown> => sendChanges(db, 'bench', topics)

/** Sends the request, and waits until the whole response has arrived. */
export async function sample(
  sized: SizedSite,
  request: Pick<SizeRequest, 'caller' | 'path'>,
): Promise<Sample & { body: Buffer }> {
  const before = cpuMsOfSite(sized.processes)
  const startedMs = performance.now()
  const { status, body } = await ask(sized, request)
  const ms = performance.now() - startedMs
  const after = cpuMsOfSite(sized.processes)
  const databaseMs = after.database - before.database
  return { status, body, bytes: body.length, ms, databaseMs, cpuMs: after.server - before.server + databaseMs }
}

const agent = new http.Agent({ keepAlive: true })

function ask({ site, tokens }: SizedSite, { caller, path }: Pick<SizeRequest, 'caller' | 'path'>) {
  const token = tokens[caller]
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>()
  http
    .get(site.url + path, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
    })
    .on('error', reject)
  return promise
}
