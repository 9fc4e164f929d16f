import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from './profiles.contract.ts'
import { Role } from '#schemas/roles.contract.ts'

/** A member with their role. The owner is always an administrator. */
const RoleHolder = z.object({ id: Id, username: z.string(), role: Role, isOwner: z.boolean() })
export type RoleHolder = z.infer<typeof RoleHolder>

export const roleChangeKinds = [
  'admin_granted',
  'admin_revoked',
  'moderator_granted',
  'moderator_revoked',
  'ownership_granted',
  'ownership_lost',
  'publishing_granted',
  'publishing_revoked',
] as const
export type RoleChangeKind = (typeof roleChangeKinds)[number]

/** `changedBy` is null if no member made the change or that member's account is deleted. */
const RoleChange = z.object({
  id: Id,
  member: PublicAuthor,
  change: z.enum(roleChangeKinds),
  via: z.enum(['member', 'command', 'setting', 'sign_up']),
  changedBy: z.nullable(PublicAuthor),
  changedAt: z.iso.datetime(),
})
export type RoleChange = z.infer<typeof RoleChange>

/** Newest first. */
const RoleChangeList = z.object({ changes: z.array(RoleChange), ...pageFields })
export type RoleChangeList = z.infer<typeof RoleChangeList>

export const changeRole = endpoint('PUT /api/admin/members/:id/role', {
  summary: 'Change a member’s role',
  access: 'admin',
  params: { id: IdText },
  body: z.object({ role: Role }),
  answer: RoleHolder,
  limits: [perMember('roles', 60, 3600)],
  needsRecentProof: true,
  changes: ['members'],
})
export const changeOwner = endpoint('PUT /api/admin/owner', {
  summary: 'Transfer ownership of the site',
  access: 'admin',
  body: z.object({ memberId: Id }),
  answer: RoleHolder,
  limits: [perMember('ownership', 10, 3600)],
  needsRecentProof: true,
  changes: ['members'],
})
export const getRoleChanges = endpoint('GET /api/admin/role-changes', {
  summary: 'List role changes',
  access: 'admin',
  query: PageQuery,
  answer: RoleChangeList,
})

export const setByOwnerUsername = (): string =>
  t('The OWNER_USERNAME setting decides who owns this site. Change it there and restart the site.')
