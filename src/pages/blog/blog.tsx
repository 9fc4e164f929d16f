import './blog.css'
import { Suspense } from 'react'
import { articleListQuery } from '#features/articles/article-list.hooks.ts'
import { ownFeedLink } from '#features/feeds/feeds.contract.ts'
import { pageAsked } from '#features/paging/paging.contract.ts'
import { siteQuery } from '#features/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { PageHead } from '#ui/page-head.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { PageAddress, PageView } from '../page.ts'
import { ArticleList } from './article-list.tsx'

export const blogPage: PageView = {
  View: BlogPage,
  head: (cache, { query }) => {
    const name = cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'
    const page = pageAsked(query['page'])
    const isEmpty = cache.getQueryData(articleListQuery(page).queryKey)?.posts.length === 0
    return {
      title: page > 1 ? `Blog Posts · Page ${page}` : 'Blog Posts',
      description: `Long-form articles and insights by the developers of ${name}.`,
      feed: ownFeedLink(`${name}: blog`, '/blog'),
      noindex: isEmpty && page > 1,
    }
  },
}

/** Members alone have drafts. Without their code the articles can be read all the same. */
const DraftList = lazyPart(
  async () => (await import('#features/drafts/draft-list.tsx')).DraftList,
  () => null,
)

function BlogPage({ query }: PageAddress) {
  const isSignedIn = useSignedIn()
  return (
    <div className="page page-blog h-feed">
      <PageHead
        title={<span className="p-name">Blog Posts</span>}
        subtitle="Long-form articles and insights"
        actions={
          <ButtonLink href="/blog/create" variant="primary" icon="square-pen" className="for-members">
            Write Article
          </ButtonLink>
        }
      />
      {isSignedIn && (
        <Suspense>
          <DraftList />
        </Suspense>
      )}
      <ArticleList page={pageAsked(query['page'])} />
    </div>
  )
}
