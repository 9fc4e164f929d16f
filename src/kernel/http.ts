import type { Changes } from './changes.ts'
import type { Topic } from './topics.contract.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import type { Access, EndpointFacts, Method } from './endpoint.contract.ts'
import { AppError } from './errors.ts'
import type { Limit } from './limits.contract.ts'
import { t } from '#messages/messages.ts'
import type { Section } from '#schemas/sections.contract.ts'
import type { Log } from './log.ts'
import type { Charge } from './rate-limits.store.ts'
import { cannotPublish, mayModerate, mayPublish, type Role } from '#schemas/roles.contract.ts'

/** The calling member, with the fields that permissions depend on. */
export interface Member {
  id: number
  username: string
  role: Role
  /** Whether the member has signed in with a second factor. `missing`: they have to but have not, so `role` is `reader`,
   *  and they may only read. Absent: they do not have to. */
  secondFactor?: 'verified' | 'missing'
}

/** The basis for features' services. Each provider adds its own property next to its interface (module
 *  augmentation). */
export interface BaseContext {
  db: Db
  log: Log
  clock: Clock
  /** The public URL, without a trailing slash. */
  siteUrl: string
  /** Returns the member for an Authorization header, or null without a valid token. */
  memberOf(authorization: string | undefined): Promise<Member | null>
  announce: Changes['announce']
  announceSoon: Changes['announceSoon']
}

/** The services for handlers. Features add the services that they create. */
export interface Context extends BaseContext {}

export interface Call<Who> {
  ctx: Context
  request: Request
  params: Record<string, string>
  query: Record<string, string>
  /** Reads the JSON body. @throws AppError 415, 413, or 400 if it is not JSON, is too large, or is malformed */
  body: () => Promise<unknown>
  member: Who
  /** The caller's IP address, as reported by the proxy if one is trusted. */
  ip: string
  /** Counts something other than the caller toward a limit, such as a host in the body. @returns null if within the
   *  limit, otherwise the number of seconds until the next call is allowed */
  consume: (limit: Charge, what: string) => Promise<number | null>
  log: Log
}

export interface Handler {
  access: Access
  handle: (call: Call<Member | null>) => Promise<unknown>
}
export interface RouteOptions {
  /** For routes that change an account's credentials, or export or delete all of its data. Requires the member to have
   *  confirmed their identity in this session within the last ten minutes. Otherwise responds with
   *  `reauthentication_needed`. */
  needsRecentProof?: boolean
  /** By default, writes count toward `defaultWriteLimits` and reads are not limited. */
  limits?: readonly Limit[]
  /** The maximum size of the JSON body, in bytes. */
  maxBodyBytes?: number
  /** Every visitor requests it every few seconds, so successful requests are not logged. */
  isBusy?: boolean
  /** The path contains a secret, which must not be logged. */
  isPathSecret?: boolean
  /** While this section of the site is off, the route responds with 404. */
  section?: Section
  /** The response is text and identical for everyone: it is cached for a second, compressed, and supports conditional
   *  requests. Lists the query parameters that the response depends on. */
  cachedQuery?: string[]
  /** For cached responses: signed-in members do not get the cached response. */
  isPersonal?: boolean
  /** Caches the response until one of these topics changes, for at most a minute. */
  changesWith?: Topic[]
  /** For cached responses: valid until this number, which this process tracks, changes. */
  version?: (ctx: Context, params: Record<string, string>) => number
}
export interface Route extends Handler, RouteOptions {
  method: Method
  path: string
  /** The endpoint that the route implements. */
  endpoint?: EndpointFacts
}

export const route = (method: Method, path: string, handler: Handler, options: RouteOptions = {}): Route => ({
  method,
  path,
  ...handler,
  ...options,
})

export const asAnyone = (handle: (call: Call<Member | null>) => Promise<unknown>): Handler => ({
  access: 'anyone',
  handle,
})

export const asMember = (handle: (call: Call<Member>) => Promise<unknown>): Handler => ({
  access: 'member',
  handle: (call) => handle({ ...call, member: signedIn(call.member) }),
})

export const asWriter = (handle: (call: Call<Member>) => Promise<unknown>): Handler => ({
  access: 'writer',
  handle: (call) => {
    const member = signedIn(call.member)
    allowed(mayPublish(member), cannotPublish())
    return handle({ ...call, member })
  },
})

export const asModerator = (handle: (call: Call<Member>) => Promise<unknown>): Handler => ({
  access: 'moderator',
  handle: (call) => {
    const member = signedIn(call.member)
    allowed(mayModerate(member), t('Only moderators and administrators may do this.'))
    return handle({ ...call, member })
  },
})

export const asAdmin = (handle: (call: Call<Member>) => Promise<unknown>): Handler => ({
  access: 'admin',
  handle: (call) => {
    const member = signedIn(call.member)
    if (member.role !== 'admin') throw new AppError('forbidden', t('Only administrators may do this.'))
    return handle({ ...call, member })
  },
})

function signedIn(member: Member | null): Member {
  if (!member) throw new AppError('not_signed_in', t('Sign in to do this.'))
  return member
}

/** @throws AppError second_factor_required if the member has to sign in with a second factor first */
export function requireSecondFactor(member: Pick<Member, 'secondFactor'> | null): void {
  if (member?.secondFactor === 'missing') throw new AppError('second_factor_required', secondFactorRequired())
}

const secondFactorRequired = (): string =>
  t('Your role requires two-factor authentication. Set it up in your security settings. Until then, you can only read.')

/** A handler's response with its status and effect. A handler may also return a Response or an EventStream (sent as
 *  is), null (204, or 200 with JSON where the endpoint's schema is nullable), or any other value (200 with JSON). */
export class Reply<Answer> {
  readonly answer: Answer
  readonly isNew: boolean
  /** Whether the endpoint's `changes` are announced. */
  readonly hasChanged: boolean

  constructor(answer: Answer, { isNew, hasChanged }: { isNew: boolean; hasChanged: boolean }) {
    this.answer = answer
    this.isNew = isNew
    this.hasChanged = hasChanged
  }
}
/** Replies with a new entity and status 201. @param hasChanged whether the call changed the topics in the endpoint's
 *  `changes`; false for an entity that is not visible yet */
export const created = <Answer>(answer: Answer, { hasChanged = true } = {}): Reply<Answer> =>
  new Reply(answer, { isNew: true, hasChanged })
/** Replies with status 200 without announcing the endpoint's `changes`, because nothing changed. */
export const unchanged = <Answer>(answer: Answer): Reply<Answer> =>
  new Reply(answer, { isNew: false, hasChanged: false })

/** Throws a 403 error with the message unless the condition holds. */
export function allowed(holds: boolean, message: string): void {
  if (!holds) throw new AppError('forbidden', message)
}
