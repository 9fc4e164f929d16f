import path from 'node:path'
import { systemClock } from '#kernel/clock.ts'
import { connect, many, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import type { Log } from '#kernel/log.ts'
import { migrate } from '#kernel/migrations.ts'
import type { Connection } from '#providers/database/connection.ts'
import { type EmbeddedPostgres, startPostgres } from '#providers/database/postgres.ts'
import { type EmbeddedIdentity, embeddedIdentity } from '#providers/identity/embedded.ts'
import { sendEmail } from '#providers/identity/email-queue.ts'
import { findUser, findUserByEmail, type User } from '#providers/identity/users.store.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { testSealing } from './database.ts'
import { temporaryDataDir } from './site.ts'
import { tasksOf } from './jobs.ts'

const caller = { ip: '192.0.2.1' }

export interface HostedAuth {
  handle(request: Request): Promise<Response>
  /** Reports whether the token belongs to a user. */
  knows(authorization: string | null): Promise<boolean>
  /** Returns the number of accounts. */
  accounts(): Promise<number>
  /** The project setting "Confirm email". */
  confirmsEmail: boolean
  /** Sends the queued emails. @returns the emails, with links as in the hosted service's templates */
  deliver(): Promise<Mail[]>
  close(): Promise<void>
}

interface Options {
  url: string
  serviceKey: string
  log: Log
  /** A migrated database. By default, it is created on a new server. */
  connection: Connection | undefined
}

/** Starts a fake of hosted Supabase Auth: the embedded provider with its own issuer and database, without usernames,
 *  with the admin API, and with emails whose links sign the user in directly. */
export async function hostedAuth({ url, serviceKey, log, connection }: Options): Promise<HostedAuth> {
  const database = connection ? { connection, stop: async () => {} } : await ownServer(log)
  const db = connect({ ...database.connection, onError: () => {} })

  const mails: Mail[] = []
  const wanted = new Map<string, string>()
  const settings = {
    db,
    log,
    clock: systemClock,
    siteUrl: url,
    isSiteUrlSet: true,
    siteName: () => 'Hosted project',
    admission: null,
    ownerUsername: null,
    minPassword: 6,
    rateLimits: false,
    beforeSignUp: async () => {},
    banMessage: async () => 'User is banned',
    memberNames: async () => [],
    memberLanguage: async () => null,
    needsSecondFactor: async () => false,
    sealing: testSealing,
    mailer: { send: async (mail: Mail) => void mails.push(mail) },
    external: { github: null, oidc: null },
  }
  const identities = {
    plain: embeddedIdentity({ ...settings, autoconfirm: true }),
    confirming: embeddedIdentity({ ...settings, autoconfirm: false }),
  }
  const identity = () => (auth.confirmsEmail ? identities.confirming : identities.plain)

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/auth/v1/admin/')) return administer(request, pathname.slice('/auth/v1/admin/'.length))
    if (pathname === '/auth/v1/verify' && request.method === 'GET') return followLink(searchParams)
    const redirectTo = searchParams.get('redirect_to')
    if (redirectTo) wanted.set(((await request.clone().json()) as { email: string }).email, redirectTo)
    await run(db)`delete from identity_usernames`
    return identity().handle(request, caller)
  }

  /** Handles the link in one of the hosted service's emails: consumes the token and returns the session in the
   *  fragment. */
  async function followLink(query: URLSearchParams): Promise<Response> {
    const body = JSON.stringify({ type: query.get('type'), token_hash: query.get('token') })
    const headers = { 'content-type': 'application/json' }
    const answer = await handle(new Request(`${url}/auth/v1/verify`, { method: 'POST', headers, body }))
    const session = (await answer.json()) as Record<string, string>
    const fragment = answer.ok
      ? new URLSearchParams([
          ...['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'].map((name) => [
            name,
            String(session[name]),
          ]),
          ['type', query.get('type')!],
        ])
      : new URLSearchParams({
          error: 'access_denied',
          error_code: 'otp_expired',
          error_description: 'Email link is invalid or has expired',
        })
    return new Response(null, { status: 303, headers: { location: `${query.get('redirect_to')}#${fragment}` } })
  }

  async function administer(request: Request, target: string): Promise<Response> {
    if (request.headers.get('authorization') !== `Bearer ${serviceKey}`)
      return refuse(403, 'not_admin', 'User not allowed')
    const body = (request.method === 'GET' ? {} : await request.json()) as AdminBody
    try {
      if (target === 'users') return Response.json(await create(identities.plain, body))
      if (target === 'generate_link') return await generateLink(body.email ?? '')
      return await administerUser(request.method, target.replace('users/', ''), body)
    } catch (reason) {
      if (!(reason instanceof AppError)) throw reason
      if (reason.code === 'conflict') return refuse(422, 'email_exists', reason.message)
      return reason.code === 'not_found'
        ? refuse(404, 'user_not_found', 'User not found')
        : refuse(422, 'weak_password', reason.message)
    }
  }

  async function generateLink(email: string): Promise<Response> {
    const user = await findUserByEmail(db, email)
    if (!user) return refuse(404, 'user_not_found', 'User with this email not found')
    const link = new URL(await identities.plain.createRecoveryLink(user.id))
    const hashed_token = link.searchParams.get('token_hash')
    return Response.json({ ...shown(user), action_link: '', hashed_token, verification_type: 'recovery' })
  }

  async function administerUser(method: string, id: string, body: AdminBody): Promise<Response> {
    const user = await findUser(db, id)
    if (!user) return refuse(404, 'user_not_found', 'User not found')
    if (method === 'DELETE') await identities.plain.deleteUser(id)
    if (body.password) await identities.plain.setPassword(id, body.password)
    if (body.ban_duration === 'none') await identities.plain.ban(id, null)
    else if (body.ban_duration) await identities.plain.ban(id, hoursFromNow(Number.parseInt(body.ban_duration, 10)))
    return Response.json(method === 'DELETE' ? {} : shown(user))
  }

  function hosted(mail: Mail): Mail {
    if (!mail.link) return mail
    const { searchParams } = new URL(mail.link)
    const link = new URL('/auth/v1/verify', url)
    link.searchParams.set('token', searchParams.get('token_hash')!)
    link.searchParams.set('type', searchParams.get('type')!)
    link.searchParams.set('redirect_to', wanted.get(mail.to) ?? '')
    return { ...mail, link: link.href }
  }

  const auth: HostedAuth = {
    handle,
    confirmsEmail: false,
    knows: async (authorization) =>
      (await identity()
        .identify(authorization ?? undefined)
        .catch(() => null)) !== null,
    accounts: async () => (await many(db)`select from identity_users`).length,
    async deliver() {
      const queued = await many<{ payload: unknown }>(db)`
        delete from graphile_worker._private_jobs where task_id =
          (select id from graphile_worker._private_tasks where identifier = ${sendEmail.name}) returning payload`
      mails.length = 0
      for (const { payload } of queued) await tasksOf(identity().workers)[sendEmail.name]!(payload)
      return mails.map(hosted)
    },
    async close() {
      await db.destroy()
      await database.stop()
    },
  }
  return auth
}

async function ownServer(log: Log): Promise<EmbeddedPostgres> {
  const { dataDir, remove } = temporaryDataDir()
  const server = await startPostgres({ dataDir, log, settings: { fsync: 'off', max_connections: '40' } })
  const db = connect({ ...server.connection, onError: () => {} })
  await migrate(db, path.resolve(import.meta.dirname, '../../migrations'))
  await migrateJobs(server.connection, log)
  await db.destroy()
  return { connection: server.connection, stop: () => server.stop().then(remove) }
}

interface AdminBody {
  email?: string
  password?: string
  ban_duration?: string
  user_metadata?: { username: string; fullName: string }
}

async function create(identity: EmbeddedIdentity, { email, password, user_metadata }: AdminBody) {
  const { subject } = await identity.createAccount({ email: email!, password: password!, ...user_metadata! })
  return { id: subject, email }
}

const shown = ({ id, email }: User) => ({ id, aud: 'authenticated', role: 'authenticated', email })
const refuse = (status: number, error_code: string, msg: string) =>
  Response.json({ code: status, error_code, msg }, { status, headers: { 'x-sb-error-code': error_code } })
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)
