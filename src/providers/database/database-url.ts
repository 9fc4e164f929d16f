import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import type { Log } from '#kernel/log.ts'
import { DatabaseError } from './failures.ts'
import { PrimarySocket, type Server } from './primary-socket.ts'

/** Returns the `pg` options for DATABASE_URL. `pg` supports only one host; if there are several, each
 *  connection goes to the one that accepts writes. */
export function connectionOf(databaseUrl: string): PoolConfig {
  const servers = serversIn(databaseUrl)
  return {
    connectionString: servers[0]!.url,
    application_name: 'devstead',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(servers.length > 1 && { stream: () => new PrimarySocket(servers) }),
  }
}

/** Splits `postgres://user@a:5432,b:5433/name?target_session_attrs=read-write`. Source: libpq, 34.1.1.3 */
export function serversIn(databaseUrl: string): Server[] {
  const [, before, authority = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  if (before === undefined) return [{ url: databaseUrl, host: '', port: 0 }]
  return authority.split(',').map((name) => {
    const [, host = name, port = '5432'] = /^(.*?)(?::(\d+))?$/.exec(name) ?? []
    return { url: before + name + withoutTarget(after), host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  })
}

/** All of a site's connections must accept writes, so the parameter changes nothing. */
const withoutTarget = (rest: string): string =>
  rest.replace(/([?&])target_session_attrs=[^&#]*(&?)/, (_, start: string, more: string) => (more ? start : ''))

/** Waits for the database, which may be starting at the same time as the site. @throws DatabaseError with the reason,
 *  immediately if waiting cannot help */
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

/** Explains the failure in a sentence for the operator. Never contains the password. */
export function explainConnectionFailure(reason: unknown, databaseUrl: string): string {
  // As in `pg`, a socket URL may have no host.
  const servers = serversIn(databaseUrl)
  const url = URL.parse(servers[0]!.url.replace('@/', '@localhost/'))
  if (!url) return 'DATABASE_URL is not a URL like postgres://user:password@host:5432/name.'
  const target = {
    server:
      servers.length > 1
        ? servers.map(({ host, port }) => `${host}:${port}`).join(', ')
        : (url.searchParams.get('host') ?? `${url.hostname}:${url.port || 5432}`),
    user: decodeURIComponent(url.username),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  const explain = explanations[codeOf(reason)] ?? explanations[messageOf(reason)]
  return `DATABASE_URL: ${explain ? explain(target) : `cannot use the database at ${target.server}: ${masked(messageOf(reason), url)}.`}`
}

interface Target {
  server: string
  user: string
  database: string
}

const unreachable = ({ server }: Target) =>
  `no database responds at ${server}. Check that it is running and that this machine can reach it.`
const refused = ({ server, user }: Target) =>
  `the server at ${server} rejects the user "${user}": wrong name or password.`
const untrusted = ({ server }: Target) =>
  `the certificate of ${server} is not signed by a known authority. Set the provider's certificate with ?sslrootcert=, or accept any with ?sslmode=no-verify.`

const explanations: Record<string, ((place: Target) => string) | undefined> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
  'timeout expired': unreachable,
  ENOTFOUND: ({ server }) => `the host ${server} does not exist.`,
  EAI_AGAIN: ({ server }) => `the host name of ${server} cannot be resolved at the moment.`,
  '28P01': refused,
  '28000': refused,
  '3D000': ({ server, database }) => `the server at ${server} has no database "${database}". Create it first.`,
  '42501': ({ user, database }) => `the user "${user}" lacks the required privileges in the database "${database}".`,
  '53300': ({ server }) => `the server at ${server} has reached its connection limit.`,
  '25006': ({ server }) => `none of the servers at ${server} accepts writes.`,
  '57P03': ({ server }) => `the server at ${server} is starting up or shutting down.`,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  'The server does not support SSL connections': ({ server }) =>
    `the server at ${server} does not support encryption. Remove sslmode, or set it to disable.`,
}

const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006',
  '53300',
  '57P03',
])
const isTransient = (reason: unknown) => transientCodes.has(codeOf(reason)) || messageOf(reason) === 'timeout expired'

const codeOf = (reason: unknown) => (reason instanceof Error && 'code' in reason ? String(reason.code) : '')
const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
const masked = (message: string, { password }: URL) =>
  password ? message.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***') : message

/** Returns the reason why the connection failed, or null if it succeeded. */
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
