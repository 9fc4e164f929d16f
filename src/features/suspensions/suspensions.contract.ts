import * as z from 'zod/mini'
import { pageFields } from '#features/paging/paging.contract.ts'
import { PublicAuthor } from '#features/profiles/profiles.contract.ts'

export const suspensionsPath = '/api/admin/suspensions'
export const suspensionPath = (memberId: number | ':id') => `/api/admin/members/${memberId}/suspension` as const

/** Of a suspension's reason, in UTF-16 units. */
export const maxReasonLength = 500

/** Why somebody is suspended: they are told. */
export const NewSuspension = z.object({
  reason: z
    .string('Please say why')
    .check(
      z.trim(),
      z.minLength(1, 'Please say why'),
      z.maxLength(maxReasonLength, `The reason must be at most ${maxReasonLength} characters`),
    ),
})

/** `suspendedBy` is null once that administrator is gone. */
export const Suspension = z.object({
  member: PublicAuthor,
  reason: z.string(),
  suspendedBy: z.nullable(PublicAuthor),
  suspendedAt: z.iso.datetime(),
})
export type Suspension = z.infer<typeof Suspension>

export const SuspensionList = z.object({ suspensions: z.array(Suspension), ...pageFields })
export type SuspensionList = z.infer<typeof SuspensionList>

interface Someone {
  id: number
  role: 'member' | 'admin'
}

/** Administrators suspend members, and nobody else. */
export const canSuspend = (member: Pick<Someone, 'role'>, target: Pick<Someone, 'role'>): boolean =>
  member.role === 'admin' && target.role !== 'admin'
export const notAnAdmin = 'An administrator cannot be suspended.'
