import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { mayActAgainst, type Role } from '#schemas/roles.contract.ts'

/** In UTF-16 code units. */
export const maxReasonLength = 500

/** `reason` is shown to the member. */
export const NewSuspension = z.object({
  reason: z.string({ error: () => t('Enter a reason') }).check(
    z.trim(),
    z.minLength(1, { error: () => t('Enter a reason') }),
    z.maxLength(maxReasonLength, {
      error: () => t('The reason must be at most {maxReasonLength} characters', { maxReasonLength }),
    }),
  ),
})

/** `suspendedBy` is null for the operator and for a deleted member. */
export const Suspension = z.object({
  member: PublicAuthor,
  reason: z.string(),
  suspendedBy: z.nullable(PublicAuthor),
  suspendedAt: z.iso.datetime(),
})
export type Suspension = z.infer<typeof Suspension>

export const SuspensionList = z.object({ suspensions: z.array(Suspension), ...pageFields })
export type SuspensionList = z.infer<typeof SuspensionList>

const ofMember = { access: 'moderator', params: { id: IdText } } as const

export const getSuspensions = endpoint('GET /api/admin/suspensions', {
  summary: 'List suspended members',
  access: 'moderator',
  query: PageQuery,
  answer: SuspensionList,
})
export const suspendMember = endpoint('PUT /api/admin/members/:id/suspension', {
  summary: 'Suspend a member, or change the reason',
  ...ofMember,
  body: NewSuspension,
  answer: Suspension,
})
export const liftSuspension = endpoint('DELETE /api/admin/members/:id/suspension', {
  summary: 'Lift a suspension',
  ...ofMember,
  answer: z.null(),
})

interface Account {
  id: number
  role: Role
}

/** Reports whether the member may suspend the target. Administrators cannot be suspended, and only administrators may
 *  suspend moderators. */
export const canSuspend = (member: Pick<Account, 'role'>, target: Pick<Account, 'role'>): boolean =>
  target.role !== 'admin' && mayActAgainst(member, target)
export const notAnAdmin = (): string => t('An administrator cannot be suspended.')
export const notAModerator = (): string => t('Only administrators can suspend moderators.')
