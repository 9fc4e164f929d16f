import { t } from '#messages/messages.ts'
import { guestbookAddress, guestbookSlug } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { guestbookQuery } from '#features/conversation/comments/comments.hooks.ts'
import { GuestbookSection } from '#features/conversation/comments/guestbook-section.tsx'
import { siteIn } from '#features/discovery/site/site.hooks.ts'
import { publishedPageQuery, usePublishedPage } from '#features/writing/site-pages/published-page.hooks.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Prose } from '#ui/prose.tsx'
import type { PageProps, PageView } from '../page.ts'

export const guestbookView: PageView<typeof guestbookAddress> = {
  View: GuestbookPage,
  head: (cache, { query }) => {
    const list = cache.getQueryData(guestbookQuery(query).queryKey)
    const page = list?.page ?? query.page
    const written = cache.getQueryData(publishedPageQuery(guestbookSlug).queryKey)
    return {
      title: [written?.title ?? t('Guestbook'), page > 1 && t('Page {page}', { page })].filter(Boolean).join(' · '),
      description:
        written?.description || t('Messages from visitors to {name}. Leave your own.', { name: siteIn(cache).name }),
      canonicalPath: hrefOf(page),
      previousPath: page > 1 ? hrefOf(page - 1) : undefined,
      nextPath: list && page < list.totalPages ? hrefOf(page + 1) : undefined,
      noindex: list?.comments.length === 0,
    }
  },
}

const hrefOf = (page: number) => guestbookAddress.href({ page })

/** The text of the page at this address, if an administrator has written one, and the guestbook. */
function GuestbookPage({ query: { page, entry, message } }: PageProps<typeof guestbookAddress>) {
  const { data: written } = usePublishedPage(guestbookSlug)
  return (
    <div className="page stack">
      {written ? (
        <>
          <PageHead title={written.title} />
          <Prose html={written.contentHtml} />
        </>
      ) : (
        <PageHead title={t('Guestbook')} subtitle={t('Say hello. Everyone can read what you write here.')} />
      )}
      <GuestbookSection part={{ page, entry }} hrefOf={hrefOf} isSent={message === 'sent'} />
    </div>
  )
}
