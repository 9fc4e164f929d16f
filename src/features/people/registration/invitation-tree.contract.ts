import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Id } from '#schemas/ids.contract.ts'

/** The tree contains this many members at most, and everyone above them. */
export const maxTreeMembers = 500

/** A member who joined with an invitation link, or whose links others joined with. */
export const InvitedMember = z.extend(PublicAuthor, {
  isSuspended: z.boolean(),
  /** The member who created the link. Null for members who joined without one, and if that account has been deleted. */
  invitedBy: z.nullable(Id),
  /** When the member joined with a link; null for members who joined without one. */
  joinedAt: z.nullable(z.iso.datetime()),
  /** How many members have joined with the member's links. */
  invitedCount: z.int(),
  /** Whether the member is among those searched for. */
  isMatch: z.boolean(),
})
export type InvitedMember = z.infer<typeof InvitedMember>

/** `members`: the members that match, those below them, and everyone above them, newest first. `total`: the number of
 *  members that match or are below those. */
const InvitationTree = z.object({ members: z.array(InvitedMember), total: z.int() })

/** `q`: part of the username or name, ignoring case. */
export const getInvitationTree = endpoint('GET /api/admin/invitations/tree', {
  summary: 'List who invited whom',
  access: 'admin',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'q must be at most 100 characters'))),
  }),
  answer: InvitationTree,
})
