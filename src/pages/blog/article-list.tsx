import { t } from '#messages/messages.ts'
import { blogAddress, writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { ArticleListItem } from '#features/writing/articles/article-list-item.tsx'
import { useArticleList } from '#features/writing/articles/article-list.hooks.ts'
import { PageBar } from '#web/page-bar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'

export const blogHref = (page: number): string => blogAddress.href({ page })

/** A page of articles with links to the other pages. */
export function ArticleList({ page }: { page: number }) {
  const query = useArticleList(page)
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={3} label={t('Loading blog posts')} />}
      failed={t('Error Loading Blog Posts')}
    >
      {({ posts, total, totalPages }) =>
        posts.length === 0 ? (
          total > 0 ? (
            <PastTheEnd />
          ) : (
            <NoArticles />
          )
        ) : (
          <>
            <div className="entries" aria-busy={query.isPlaceholderData}>
              {posts.map((post, index) => (
                <ArticleListItem key={post.id} post={post} isLead={page === 1 && index === 0} />
              ))}
            </div>
            <PageBar page={page} totalPages={totalPages} hrefOf={blogHref} />
          </>
        )
      }
    </Loaded>
  )
}

const PastTheEnd = () => (
  <EmptyState actions={<ButtonLink href={blogHref(1)}>{t('Go to the first page')}</ButtonLink>}>
    {t('There are no blog posts on this page.')}
  </EmptyState>
)

const NoArticles = () => (
  <EmptyState
    icon="book-open"
    title={t('No Blog Posts Yet')}
    actions={
      <ButtonLink href={writeArticleAddress.href()} icon="square-pen" className="for-members for-writers">
        {t('Write Article')}
      </ButtonLink>
    }
  >
    {t('Articles will appear here once the first one is published.')}
  </EmptyState>
)
