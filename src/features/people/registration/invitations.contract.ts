import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { InvitationToken } from './invitation-addresses.contract.ts'

export const maxInvitationUses = 1000
/** The choices for how long an invitation link works, in days. */
export const invitationDays = [1, 7, 30, 90] as const

/** An invitation link, without its secret. */
export const Invitation = z.object({
  id: Id,
  maxUses: z.int(),
  /** People who have joined, and those who have not confirmed their address yet. */
  uses: z.int(),
  /** Null if their account has been deleted. */
  createdBy: z.nullable(PublicAuthor),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['active', 'used_up', 'expired', 'revoked']),
  /** The members who joined with the link, newest first; at most 50. */
  joined: z.array(PublicAuthor),
})
export type Invitation = z.infer<typeof Invitation>

/** Newest first. */
export const InvitationList = z.object({ invitations: z.array(Invitation), ...pageFields })
export type InvitationList = z.infer<typeof InvitationList>

const useLimit = { error: () => t('Enter a number from 1 to {maxInvitationUses}', { maxInvitationUses }) }
export const NewInvitation = z.object({
  maxUses: z.int(useLimit).check(z.gte(1, useLimit), z.lte(maxInvitationUses, useLimit)),
  days: z.literal(invitationDays, { error: () => t('A link works for 1, 7, 30, or 90 days') }),
})
export type NewInvitation = z.infer<typeof NewInvitation>

/** The form for {@link NewInvitation}, whose fields are text. */
export const NewInvitationFields = z.object({
  maxUses: z.pipe(z.transform(Number), NewInvitation.shape.maxUses),
  days: z.pipe(z.transform(Number), NewInvitation.shape.days),
})

export const getInvitations = endpoint('GET /api/admin/invitations', {
  summary: 'List invitation links',
  access: 'admin',
  query: PageQuery,
  answer: InvitationList,
})
/** `token`: the link's secret, which cannot be shown again. */
export const createInvitation = endpoint('POST /api/admin/invitations', {
  summary: 'Create an invitation link',
  access: 'admin',
  body: NewInvitation,
  answer: z.object({ invitation: Invitation, token: InvitationToken }),
  creates: true,
})
/** Members who have joined remain members. */
export const revokeInvitation = endpoint('DELETE /api/admin/invitations/:id', {
  summary: 'Revoke an invitation link',
  access: 'admin',
  params: { id: IdText },
  answer: z.null(),
})
/** 404 for a link that never existed, was revoked, has expired, or is used up. */
export const getInvitation = endpoint('GET /api/invitations/:token', {
  summary: 'Check an invitation link',
  access: 'anyone',
  params: { token: InvitationToken },
  isPathSecret: true,
  answer: z.object({
    /** The display name of the administrator who created the link. */
    invitedBy: z.nullable(z.string()),
  }),
  limits: [perAddress('invitation checks', 60, 60)],
})
