import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { clientOf, withClient } from '#kernel/client.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Call, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import type { SessionInfo } from '#providers/identity/identity.ts'
import { type Device, endAccountSession, getAccountSessions } from './account-sessions.contract.ts'

export const accountSessionRoutes = [
  implement(getAccountSessions, async (call) => {
    const { sessions, subject, sessionId: current } = await sessionsOf(call)
    const infos = await sessions.list(subject)
    return { devices: infos.map((info) => answerOf(info, current)) }
  }),
  implement(endAccountSession, async (call) => {
    const { sessions, subject } = await sessionsOf(call)
    found((await sessions.end(subject, call.params.id)) || null, 'Session')
    const { id } = call.member
    await withClient(clientOf(call), () => audit(call.ctx.db, { action: 'sessions.ended', actor: id, subjectId: id }))
    return null
  }),
]

/** Returns the caller's identity and the provider's session API. @throws AppError not_implemented if it does not list
 *  sessions */
async function sessionsOf({ ctx, request }: Pick<Call<Member>, 'ctx' | 'request'>) {
  const { sessions } = ctx.identity
  if (!sessions) throw new AppError('not_implemented', t('This site’s sign-in service does not list sessions.'))
  const who = await ctx.identity.identify(request.headers.get('authorization') ?? undefined)
  if (!who) throw new AppError('not_signed_in', t('Sign in to do this.'))
  return { ...who, sessions }
}

const answerOf = (
  { sessionId: id, device, network, createdAt, lastUsedAt }: SessionInfo,
  current: string | null,
): Device => ({
  id,
  name: device,
  network,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isCurrent: id === current,
})
