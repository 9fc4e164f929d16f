import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import type { Log } from '#kernel/log.ts'
import { DatabaseError } from './failures.ts'

/** What `pg` needs to connect to the database of DATABASE_URL. */
export const connectionOf = (databaseUrl: string): PoolConfig => ({
  connectionString: databaseUrl,
  application_name: 'devstead',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** Waits until the database of the address answers, for one that is started together with the site.
 *  @throws DatabaseError that says what is wrong, at once where waiting cannot help */
export async function waitForDatabase(databaseUrl: string, log: Log, timeoutMs = 15_000): Promise<void> {
  for (const untilMs = performance.now() + timeoutMs; ;) {
    const reason = await tryToConnect(databaseUrl)
    if (reason === null) return
    if (!isTransient(reason) || performance.now() > untilMs)
      throw new DatabaseError(explainConnectionFailure(reason, databaseUrl), { cause: reason })
    log.info(`${explainConnectionFailure(reason, databaseUrl)} Trying again.`)
    await sleep(1000)
  }
}

/** Why the database of the address cannot be reached, as a sentence for the person who set it. Never the password. */
export function explainConnectionFailure(reason: unknown, databaseUrl: string): string {
  // As `pg` does: a socket's address may name no host.
  const url = URL.parse(databaseUrl.replace('@/', '@localhost/'))
  if (!url) return 'DATABASE_URL is not an address such as postgres://user:password@host:5432/name.'
  const target = {
    server: url.searchParams.get('host') ?? `${url.hostname}:${url.port || 5432}`,
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  const explain = explanations[codeOf(reason)] ?? explanations[messageOf(reason)]
  return `DATABASE_URL: ${explain ? explain(target) : `the database at ${target.server} cannot be used: ${masked(messageOf(reason), url)}.`}`
}

interface Target {
  server: string
  user: string
  database: string
}

const unreachable = ({ server }: Target) =>
  `no database answers at ${server}. Is it running, and may this machine reach it?`
const refused = ({ server, user }: Target) =>
  `the server at ${server} refuses the user "${user}": wrong name or password.`
const untrusted = ({ server }: Target) =>
  `the certificate of ${server} is not signed by a known authority. Name the provider's with ?sslrootcert=, or accept any with ?sslmode=no-verify.`

const explanations: Record<string, ((place: Target) => string) | undefined> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
  'timeout expired': unreachable,
  ENOTFOUND: ({ server }) => `there is no host of the name in ${server}.`,
  EAI_AGAIN: ({ server }) => `the host name in ${server} cannot be looked up now.`,
  '28P01': refused,
  '28000': refused,
  '3D000': ({ server, database }) => `the server at ${server} has no database "${database}". Please create it.`,
  '42501': ({ user, database }) => `the user "${user}" may not do what is needed in the database "${database}".`,
  '53300': ({ server }) => `the server at ${server} takes no more connections.`,
  '57P03': ({ server }) => `the server at ${server} is starting up or shutting down.`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  'The server does not support SSL connections': ({ server }) =>
    `the server at ${server} offers no encryption: leave sslmode out, or set it to disable.`,
}

const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '53300',
  '57P03',
])
const isTransient = (reason: unknown) => transientCodes.has(codeOf(reason)) || messageOf(reason) === 'timeout expired'

const codeOf = (reason: unknown) => (reason instanceof Error && 'code' in reason ? String(reason.code) : '')
const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
const masked = (message: string, { password }: URL) =>
  password ? message.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***') : message

/** @returns null when it answers, else why not */
async function tryToConnect(databaseUrl: string): Promise<unknown> {
  const client = new Client({ ...connectionOf(databaseUrl), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (reason) {
    return reason
  } finally {
    await client.end().catch(() => {})
  }
}
