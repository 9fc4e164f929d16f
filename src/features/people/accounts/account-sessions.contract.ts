import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

/** A member's session. `name`: for example 'Firefox on Linux'. `network`: the /24 or /64 of the last IP address, or
 *  empty. `lastUsedAt`: accurate to the hour. */
const Device = z.object({
  id: z.uuid(),
  name: z.string(),
  network: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Whether this is the caller's current session. */
  isCurrent: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** Most recently used first; at most 100. */
export const AccountSessions = z.object({ devices: z.array(Device) })

export const getAccountSessions = endpoint('GET /api/account/sessions', {
  summary: 'List the devices where you are signed in',
  access: 'member',
  answer: AccountSessions,
})
/** Callers may end their own session. */
export const endAccountSession = endpoint('DELETE /api/account/sessions/:id', {
  summary: 'Sign out a device',
  access: 'member',
  worksWithoutSecondFactor: true,
  params: { id: z.string() },
  answer: z.null(),
  needsRecentProof: true,
})
