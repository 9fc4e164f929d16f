import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { oneOf, matching } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

const token = /^[\w-]{32}$/

/** A link's secret: 192 random bits. */
export const DraftToken = z.string().check(z.regex(token, { error: () => t('This link is incomplete') }))

/** A draft that its author has shared. `comment=sent` thanks readers for a comment sent without JavaScript. */
export const sharedDraftAddress = address('/draft/:token', {
  params: { token: matching(token) },
  query: { comment: oneOf(['sent']) },
})
