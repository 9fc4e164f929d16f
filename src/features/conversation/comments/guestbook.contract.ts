import * as z from 'zod/mini'
import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'
import { Comment, CommentList, messageErrors, spamFields, visitorFields, writtenText } from './comments.contract.ts'

/** The default number of entries per page. */
export const entriesPerPage = 20
const maxEntryLength = 1000

const entryFields = {
  content: writtenText(messageErrors, maxEntryLength),
  /** The entry that this one replies to. */
  parentId: z.nullish(Id),
  ...spamFields,
}

/** A member's entry. Name and website always come from the profile. */
export const MemberEntryInput = z.object(entryFields)

/** A visitor's entry. */
export const EntryInput = z.object({ ...entryFields, ...visitorFields })

/** `entry`: returns the page that contains this entry instead of `page`. */
const GuestbookQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, entriesPerPage),
  entry: z.optional(IdText),
})
export type GuestbookQuery = z.infer<typeof GuestbookQuery>

const ofGuestbook = { access: 'anyone', section: 'guestbook' } as const

/** Replies directly follow their parent. Entries are comments without a post, so `DELETE /api/comments/:id` deletes
 *  them. */
export const getGuestbook = endpoint('GET /api/guestbook', {
  summary: 'List the entries in the guestbook, newest first',
  ...ofGuestbook,
  query: GuestbookQuery,
  answer: CommentList,
})
/** The handler reads the body: members send `MemberEntryInput`, visitors send `EntryInput`, and browsers without
 *  JavaScript submit a form. The response to a form is a redirect to the guestbook or a page that shows the form again. */
export const signGuestbook = endpoint('POST /api/guestbook', {
  summary: 'Sign the guestbook',
  ...ofGuestbook,
  headers: { origin: 'Must be this site’s origin if the body is a form' },
  body: media('application/json'),
  answer: Comment,
  alternatives: [redirect, media('text/html')],
  creates: true,
})
