import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'
import { messageFolders } from './message-folders.contract.ts'

/** The contact form. `message=sent` thanks visitors for a message that they sent without JavaScript. */
export const contactAddress = address('/contact', { query: { message: z.optional(z.literal('sent')) } })
/** The slug of the page whose text is shown above the contact form or, while the form is off, instead of it. */
export const contactSlug = 'contact'

/** The owner's messages. */
export const adminMessagesAddress = address('/admin/messages', {
  query: { folder: z._default(z.enum(messageFolders), 'inbox'), page: PageNumber },
})
