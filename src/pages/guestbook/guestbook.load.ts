import { guestbookAddress, guestbookSlug } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { guestbookQuery } from '#features/conversation/comments/comments.hooks.ts'
import { entriesPerPage } from '#features/conversation/comments/guestbook.contract.ts'
import { findPageOf, listEntries } from '#features/conversation/comments/guestbook.store.ts'
import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { findPublishedPage } from '#features/writing/site-pages/site-pages.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

/** Redirects from an entry's URL to the page that contains it, so that only pages of the guestbook are cached as pages. */
export const loadGuestbook: Load<typeof guestbookAddress> = async ({ db }, { query: { page, entry } }) => {
  if (entry !== undefined) {
    const pageOfEntry = await findPageOf(db, entry, entriesPerPage)
    return { redirectTo: guestbookAddress.href({ page: pageOfEntry ?? 1 }), redirectStatus: 302, entries: [] }
  }
  const [list, written] = await Promise.all([
    listEntries(db, { page, limit: entriesPerPage }, null),
    findPublishedPage(db, guestbookSlug),
  ])
  return {
    entries: [
      preload(guestbookQuery({ page, entry: undefined }), list),
      preload(publishedPageQuery(guestbookSlug), written?.slug === guestbookSlug ? written : null),
    ],
  }
}
