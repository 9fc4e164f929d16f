import { writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { ArticleListItem } from '#features/writing/articles/article-list-item.tsx'
import { useArticleList } from '#features/writing/articles/article-list.hooks.ts'
import { PageBar } from '#web/page-bar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'

export const blogHref = (page: number): string => (page > 1 ? `/blog?page=${page}` : '/blog')

/** A page of articles with the bar that leads to the others. */
export function ArticleList({ page }: { page: number }) {
  const { data, error, isPlaceholderData, refetch } = useArticleList(page)
  if (!data && !error) return <Skeletons count={3} label="Loading blog posts" />
  if (!data) return <ArticlesFailed reason={error} onRetry={() => void refetch()} />
  if (data.posts.length === 0) return data.total > 0 ? <PastTheEnd /> : <NoArticles />
  return (
    <>
      <div className="entries" aria-busy={isPlaceholderData}>
        {data.posts.map((post) => (
          <ArticleListItem key={post.id} post={post} />
        ))}
      </div>
      <PageBar page={page} totalPages={data.totalPages} hrefOf={blogHref} />
    </>
  )
}

const ArticlesFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <ErrorPanel title="Error Loading Blog Posts" actions={<Button onClick={onRetry}>Try Again</Button>}>
    {messageOf(reason, 'Please try again.')}
  </ErrorPanel>
)

const PastTheEnd = () => (
  <EmptyState actions={<ButtonLink href={blogHref(1)}>Go to the first page</ButtonLink>}>
    There are no blog posts on this page.
  </EmptyState>
)

const NoArticles = () => (
  <EmptyState
    icon="book-open"
    title="No Blog Posts Yet"
    actions={
      <ButtonLink href={writeArticleAddress.href()} icon="square-pen" className="for-members">
        Write Article
      </ButtonLink>
    }
  >
    Articles will stand here as soon as the first one is published.
  </EmptyState>
)
