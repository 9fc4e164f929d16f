import { oneOf, oneOfWithDefault, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { messageFolders } from './message-folders.contract.ts'

/** The contact form. `message=sent` thanks visitors for a message that they sent without JavaScript. */
export const contactAddress = address('/contact', { query: { message: oneOf(['sent']) } })
/** The slug of the page whose text is shown above the contact form or, while the form is off, instead of it. */
export const contactSlug = 'contact'

/** The owner's messages. */
export const adminMessagesAddress = address('/admin/messages', {
  query: { folder: oneOfWithDefault(messageFolders, 'inbox'), page: pageNumber },
})
