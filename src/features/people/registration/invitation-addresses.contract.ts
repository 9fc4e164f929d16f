import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'

/** An invitation link's secret: 192 random bits. */
export const InvitationToken = z.string().check(z.regex(/^[\w-]{32}$/, { error: () => t('This link is incomplete') }))

/** The list of invitation links, for administrators. */
export const adminInvitationsAddress = address('/admin/invitations', { query: { page: pageNumber } })

/** Who invited whom, for administrators. */
export const adminInvitationTreeAddress = address('/admin/invitations/tree', { query: { q: optionalText(100) } })

/** Returns the path of the registration form with an invitation. */
export const invitationHref = (token: string): string => `${loginAddress.href({ tab: 'register' })}&invite=${token}`
