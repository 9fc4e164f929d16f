import './site-page.css'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { isHomePage } from '#features/discovery/site/site.contract.ts'
import { siteQuery, useSite } from '#features/discovery/site/site.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import type { PublishedPage } from '#features/writing/site-pages/published-page.contract.ts'
import { publishedPageQuery, usePublishedPage } from '#features/writing/site-pages/published-page.hooks.ts'
import { editPageAddress, sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { Prose } from '#ui/prose.tsx'
import { Loaded } from '#web/loaded.tsx'
import { NotFound, notFoundHead } from '../not-found/not-found.tsx'
import type { PageProps, PageView } from '../page.ts'

export const sitePageView: PageView<typeof sitePageAddress> = {
  View: SitePage,
  head: (cache, { params }) => {
    const page = params && cache.getQueryData(publishedPageQuery(params.slug).queryKey)
    if (params && page === undefined) return { title: params.slug }
    if (!page) return notFoundHead
    const isHome = isHomePage(cache.getQueryData(siteQuery.queryKey), page.slug)
    return {
      title: page.title,
      description: page.description,
      ...(isHome && { canonicalPath: '/', acceptsWebmentions: true }),
    }
  },
}

function SitePage({ params }: PageProps<typeof sitePageAddress>) {
  const query = usePublishedPage(params?.slug ?? null)
  const slug = query.data?.slug
  const [, navigate] = useLocation()
  useEffect(() => {
    if (slug !== undefined && slug !== params?.slug) navigate(sitePageAddress.href({ slug }), { replace: true })
  }, [slug, params?.slug, navigate])
  return (
    <Loaded query={query} loading={<PageSkeleton />} failed={t('Error Loading Page')}>
      {(page) => (page ? <SitePageText page={page} /> : <NotFound />)}
    </Loaded>
  )
}

function SitePageText({ page: { id, slug, title, contentHtml } }: { page: PublishedPage }) {
  const viewer = useViewer()
  return (
    <div className="page">
      <article className="site-page h-entry">
        <header className="site-page-head">
          <h1 className="p-name" dir="auto">
            {title}
          </h1>
          {viewer?.role === 'admin' && (
            <ButtonLink variant="plain" size="s" icon="pencil" href={editPageAddress.href({ id })}>
              {t('Edit')}
            </ButtonLink>
          )}
        </header>
        <data className="u-url" value={isHomePage(useSite(), slug) ? '/' : sitePageAddress.href({ slug })} hidden />
        <Prose className="e-content" html={contentHtml} />
      </article>
    </div>
  )
}
