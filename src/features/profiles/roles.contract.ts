import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'
import { pageFields } from '#features/paging/paging.contract.ts'
import { PublicAuthor } from './profiles.contract.ts'

export const memberRolePath = (memberId: number | ':id') => `/api/admin/members/${memberId}/role` as const
export const ownerPath = '/api/admin/owner'
export const roleChangesPath = '/api/admin/role-changes'

const Role = z.enum(['member', 'admin'], 'The role must be member or admin')
export type Role = z.infer<typeof Role>

export const NewRole = z.object({ role: Role })

export const NewOwner = z.object({ memberId: Id })

/** A member with their role. The owner is always an administrator. */
export interface RoleHolder {
  id: number
  username: string
  role: Role
  isOwner: boolean
}

export const roleChangeKinds = ['admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost'] as const
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
export const RoleChangeList = z.object({ changes: z.array(RoleChange), ...pageFields })
export type RoleChangeList = z.infer<typeof RoleChangeList>

/** The job that emails a member whose role has changed. */
export const roleMailTask = 'roles.mail'

export const setByOwnerUsername =
  'The OWNER_USERNAME setting decides who owns this site. Change it there and restart the site.'
