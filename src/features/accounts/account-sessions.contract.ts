import * as z from 'zod/mini'

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

export const accountSessionsPath = '/api/account/sessions'
export const accountSessionPath = (id: string): string => `${accountSessionsPath}/${id}`
