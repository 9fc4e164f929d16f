import { pageNumbers } from '#features/paging/paging.contract.ts'
import { PostCard } from '#features/posts/post-card.tsx'
import { type Feed, usePostList } from '#features/posts/posts.hooks.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'
import { feedHref } from './feed-address.ts'
import { FeedEmpty } from './feed-empty.tsx'

/** A page of posts with the bar that leads to the others. */
export function FeedList({ feed }: { feed: Feed }) {
  const { data, error, isPlaceholderData, refetch } = usePostList(feed)
  if (!data && !error) return <Skeletons count={3} label="Loading posts" />
  if (!data) return <FeedFailed reason={error} onRetry={() => void refetch()} />
  if (data.posts.length === 0) return <FeedEmpty feed={feed} total={data.total} />
  return (
    <>
      <div className="entries h-feed" aria-busy={isPlaceholderData}>
        {data.posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </div>
      <Pagination
        page={feed.page}
        numbers={pageNumbers(feed.page, data.totalPages)}
        totalPages={data.totalPages}
        hrefOf={(page) => feedHref({ ...feed, page })}
        onNavigate={scrollToTop}
      />
    </>
  )
}

const FeedFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <ErrorPanel title="Error Loading Posts" actions={<Button onClick={onRetry}>Try Again</Button>}>
    {messageOf(reason, 'Please try again.')}
  </ErrorPanel>
)

/** The focus comes along: the next Tab is not at the bottom again. */
function scrollToTop(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
  focusContent()
}
