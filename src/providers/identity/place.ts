import { networkOf } from '#kernel/limits.ts'
import type { Place } from './sessions.store.ts'
import type { AuthCall } from './wire.ts'

const maxUserAgent = 300

/** Where the call comes from, as its session remembers it. */
export const placeOf = ({ request, ip }: AuthCall): Place => ({
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, maxUserAgent),
  network: networkOf(ip, 24),
})
