import { type guestbookAddress, guestbookSlug } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { guestbookQuery } from '#features/conversation/comments/comments.hooks.ts'
import { entriesPerPage } from '#features/conversation/comments/guestbook.contract.ts'
import { listEntries } from '#features/conversation/comments/guestbook.store.ts'
import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { findPublishedPage } from '#features/writing/site-pages/site-pages.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadGuestbook: Load<typeof guestbookAddress> = async ({ db }, { query: { page, entry } }) => {
  const [list, written] = await Promise.all([
    listEntries(db, { page, entry, limit: entriesPerPage }, null),
    findPublishedPage(db, guestbookSlug),
  ])
  return {
    entries: [
      preload(guestbookQuery({ page, entry }), list),
      preload(publishedPageQuery(guestbookSlug), written?.slug === guestbookSlug ? written : null),
    ],
  }
}
