import './blog.css'
import { Suspense } from 'react'
import { t } from '#messages/messages.ts'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { blogAddress, writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { articleListQuery } from '#features/writing/articles/article-list.hooks.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { PageHead } from '#ui/page-head.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { PageProps, PageView } from '../page.ts'
import { ArticleList, blogHref } from './article-list.tsx'

export const blogView: PageView<typeof blogAddress> = {
  View: BlogPage,
  head: (cache, { query: { page } }) => {
    const site = cache.getQueryData(siteQuery.queryKey)
    const name = site?.name ?? 'Devstead'
    const list = cache.getQueryData(articleListQuery(page).queryKey)
    return {
      title: page > 1 ? t('Blog Posts · Page {page}', { page }) : t('Blog Posts'),
      description: t('Long-form articles and insights by the developers of {name}.', { name }),
      feed: ownFeedLink(`${name}: blog`, blogAddress.path),
      previousPath: page > 1 ? blogHref(page - 1) : undefined,
      nextPath: list && page < list.totalPages ? blogHref(page + 1) : undefined,
      acceptsWebmentions: Boolean(site?.ownerUsername),
      noindex: list?.posts.length === 0 && page > 1,
    }
  },
}

/** Loaded only for members. */
const OwnTexts = lazyPart(
  async () => (await import('#features/writing/articles/own-texts.tsx')).OwnTexts,
  () => null,
)

function BlogPage({ query: { page } }: PageProps<typeof blogAddress>) {
  const isSignedIn = useSignedIn()
  return (
    <div className="page page-blog h-feed">
      <SetupBanner />
      <PageHead
        title={
          <>
            <span className="p-name">{t('Blog Posts')}</span>
            <data className="u-url" value={blogAddress.path} />
          </>
        }
        subtitle={t('Long-form articles and insights')}
        actions={
          <ButtonLink
            href={writeArticleAddress.href()}
            variant="primary"
            icon="square-pen"
            className="for-members for-writers"
          >
            {t('Write Article')}
          </ButtonLink>
        }
      />
      {page === 1 && (
        <div className="drafts-place">
          {isSignedIn && (
            <Suspense>
              <OwnTexts />
            </Suspense>
          )}
        </div>
      )}
      <ArticleList page={page} />
    </div>
  )
}
