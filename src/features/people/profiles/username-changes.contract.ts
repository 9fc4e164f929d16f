import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { Username } from './usernames.contract.ts'

/** How many times members may change their username within {@link usernameChangeDays}. */
export const maxUsernameChanges = 3
export const usernameChangeDays = 30

/** A member's usernames. Former ones redirect to the profile. */
const Usernames = z.object({
  username: z.string(),
  /** Most recent first, without the current username. */
  formerUsernames: z.array(z.string()),
  /** The number of changes that the member may still make now. */
  changesLeft: z.int(),
  /** When the member may change it next; null if they may now. */
  nextChangeAt: z.nullable(z.iso.datetime()),
})
export type Usernames = z.infer<typeof Usernames>

/** A new username. It may differ from the current one only in letter case. */
export const UsernameChange = z.object({ username: Username })

const change = {
  body: UsernameChange,
  answer: Usernames,
  needsRecentProof: true,
  changes: ['members', 'posts', 'removals'],
} as const

export const getUsernames = endpoint('GET /api/account/username', {
  summary: 'Get your current and former usernames',
  access: 'member',
  answer: Usernames,
})
export const changeUsername = endpoint('PUT /api/account/username', {
  summary: 'Change your username',
  access: 'member',
  limits: [perMember('usernames', 60, 3600)],
  ...change,
})
export const renameMember = endpoint('PUT /api/admin/members/:id/username', {
  summary: 'Change the username of a member who is not an administrator',
  access: 'admin',
  params: { id: IdText },
  limits: [perMember('renames', 60, 3600)],
  ...change,
})
