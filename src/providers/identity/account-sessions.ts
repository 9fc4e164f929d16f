import { networkOf } from '#kernel/networks.ts'
import type { Auth } from './auth.ts'
import { isUuid } from './bearer.ts'
import { deviceName, shownDevice } from '#kernel/device-name.ts'
import type { AccountSessions } from './identity.ts'
import { sessionLimits } from './live-sessions.ts'
import { endSessionOf, endSessions, listSessions, type ClientInfo } from './sessions.store.ts'
import type { AuthCall } from './wire.ts'

const maxUserAgent = 300

/** Returns the client information that the session stores. */
export const clientInfoOf = ({ request, ip }: AuthCall): ClientInfo => ({
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, maxUserAgent),
  network: networkOf(ip, 'subnet'),
})

/** Lets members view and end their own sessions. */
export const accountSessions = (auth: Auth): AccountSessions => ({
  async list(subject) {
    const [nowMs, { idleMs, absoluteMs }] = [auth.clock.now(), sessionLimits]
    const listed = await listSessions(auth.db, subject, new Date(nowMs - idleMs), new Date(nowMs - absoluteMs))
    return listed.map(({ id, userAgent, network, createdAt, refreshedAt }) => ({
      sessionId: id,
      device: shownDevice(deviceName(userAgent)),
      network,
      createdAt,
      lastUsedAt: refreshedAt,
    }))
  },
  async end(subject, sessionId) {
    const isEnded = isUuid(sessionId) && (await endSessionOf(auth.db, subject, sessionId))
    auth.liveSessions.forget()
    return isEnded
  },
  async endAll(subject) {
    if (isUuid(subject)) await endSessions(auth.db, subject)
    auth.liveSessions.forget()
  },
})
