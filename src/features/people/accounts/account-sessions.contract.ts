import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

/** Where the member is signed in. `name` is such as 'Firefox on Linux'; `network` that of the last address, a /24 or a
 *  /64, empty where it is not known; `lastUsedAt` is correct to the hour. */
const Device = z.object({
  id: z.uuid(),
  name: z.string(),
  network: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** The one used last first; at most 100. */
export const AccountSessions = z.object({ devices: z.array(Device) })

export const getAccountSessions = endpoint('GET /api/account/sessions', {
  summary: 'List the devices where you are signed in',
  access: 'member',
  answer: AccountSessions,
})
/** Ending the session of the caller signs them out. */
export const endAccountSession = endpoint('DELETE /api/account/sessions/:id', {
  summary: 'Sign out a device',
  access: 'member',
  params: { id: z.string() },
  answer: z.null(),
  needsRecentProof: true,
})
