import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'
import { memberFilters } from './member-filters.contract.ts'
import { Role } from '#schemas/roles.contract.ts'

/** A member as administrators see them. The email address, the last activity, and the second factor are null if the
 *  account is managed by a hosted sign-in service. */
export const AdminMember = z.extend(PublicAuthor, {
  role: Role,
  isOwner: z.boolean(),
  isSuspended: z.boolean(),
  /** Whether an administrator has yet to approve the member. */
  isWaiting: z.boolean(),
  email: z.nullable(z.string()),
  /** Accurate to the hour. */
  lastActiveAt: z.nullable(z.iso.datetime()),
  hasTwoFactor: z.nullable(z.boolean()),
  /** The username of the administrator whose invitation link the member registered with. */
  invitedBy: z.nullable(z.string()),
  /** The total size of the member's pictures, including smaller copies. */
  pictureBytes: z.int(),
  /** The total size of the member's recordings. Hosted streaming services' recordings are not included. */
  recordingBytes: z.int(),
  /** The total size of the files that the member has uploaded to import them and that are still stored. */
  importBytes: z.int(),
  createdAt: z.iso.datetime(),
})
export type AdminMember = z.infer<typeof AdminMember>

/** Newest members first. */
const AdminMemberList = z.object({
  members: z.array(AdminMember),
  /** The value of `before` for the next page; null on the last page. */
  next: z.nullable(Id),
  /** The number of members that match the filter. */
  total: z.int(),
  /** Whether this site manages the accounts, as opposed to a hosted sign-in service. */
  hasAccounts: z.boolean(),
  /** Whether the caller can transfer ownership. `fixed`: they are the owner, but OWNER_USERNAME is set. */
  ownership: z.enum(['transferable', 'fixed', 'not_owner']),
})
export type AdminMemberList = z.infer<typeof AdminMemberList>

/** `q`: part of the username, name, or email address, ignoring case. `before`: lists members with lower ids. */
export const AdminMemberQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'q must be at most 100 characters'))),
  role: z.optional(
    z.enum(memberFilters.role, { error: () => t('The role must be owner, admin, moderator, member, or reader') }),
  ),
  state: z.optional(z.enum(memberFilters.state, { error: () => t('The state must be active, waiting, or suspended') })),
  twoFactor: z.optional(z.enum(memberFilters.twoFactor, 'twoFactor must be on or off')),
  before: z.optional(IdText),
  limit: PageQuery.shape.limit,
})
export type AdminMemberQuery = z.infer<typeof AdminMemberQuery>
export type MemberFilter = Omit<AdminMemberQuery, 'before' | 'limit'>

export const getAdminMembers = endpoint('GET /api/admin/members', {
  summary: 'List members with their roles, states, and accounts',
  access: 'admin',
  query: AdminMemberQuery,
  answer: AdminMemberList,
})
export const endMemberSessions = endpoint('DELETE /api/admin/members/:id/sessions', {
  summary: 'Sign a member out on all devices',
  access: 'admin',
  params: { id: IdText },
  answer: z.null(),
  limits: [perMember('member sign-outs', 60, 3600)],
  needsRecentProof: true,
})
