import './page-list.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { showFailure } from '#web/action.tsx'
import { PageEntry } from './page-entry.tsx'
import { usePageOrder } from './page-order.hooks.ts'
import type { SitePageSummary } from './site-pages.contract.ts'

/** The list of pages for administrators: first the pages in the navigation, which can be reordered, then the others. */
export function PageList({ pages }: { pages: SitePageSummary[] }) {
  const { shown, move } = usePageOrder(
    pages.filter(({ isInNavigation }) => isInNavigation),
    (reason) => showFailure(reason, t('Failed to save the order. Please try again.')),
  )
  const [announced, announce] = useState('')
  const others = pages.filter(({ isInNavigation }) => !isInNavigation)

  function step(page: SitePageSummary, to: number) {
    move(page.id, to)
    const { title } = page
    announce(t('{title} moved to position {position} of {total}.', { title, position: to + 1, total: shown.length }))
  }
  return (
    <>
      {shown.length > 0 && (
        <section className="stack page-list" aria-label={t('In the navigation')}>
          <h2 className="card-title">{t('In the navigation')}</h2>
          <ol className="entries">
            {shown.map((page, index) => (
              <PageEntry
                key={page.id}
                page={page}
                {...(index > 0 && { onUp: () => step(page, index - 1) })}
                {...(index < shown.length - 1 && { onDown: () => step(page, index + 1) })}
                isOrdered
              />
            ))}
          </ol>
          <output className="visually-hidden">{announced}</output>
        </section>
      )}
      {others.length > 0 && (
        <section className="stack page-list" aria-label={t('Other pages')}>
          <h2 className="card-title">{shown.length > 0 ? t('Other pages') : t('Not in the navigation')}</h2>
          <ul className="entries">
            {others.map((page) => (
              <PageEntry key={page.id} page={page} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
