import { id, oneOf, optional, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** The guestbook. `entry`: shows the page that contains this entry. `message=sent` thanks visitors for an entry that
 *  they sent without JavaScript. */
export const guestbookAddress = address('/guestbook', {
  query: { page: pageNumber, entry: optional(id), message: oneOf(['sent']) },
})

/** The slug of the page whose text is shown above the guestbook or, while it is off, instead of it. */
export const guestbookSlug = 'guestbook'

/** Returns the URL of an entry in the guestbook. */
export const guestbookEntryPath = (id: number): string => `${guestbookAddress.href({ entry: id })}#comment-${id}`
