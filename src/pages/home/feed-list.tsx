import { PageBar } from '#web/page-bar.tsx'
import { FoldingPost } from '#features/writing/post-cards/folding-post.tsx'
import { useOwnFeed } from '#features/people/mutes/own-feed.hooks.ts'
import { type Feed, usePostList } from '#features/writing/posts/posts.hooks.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { feedAddress } from './home-address.ts'
import { FeedEmpty } from './feed-empty.tsx'

/** A page of posts with the bar that leads to the others. */
export function FeedList({ feed }: { feed: Feed }) {
  const { data, error, isPlaceholderData, isFetchedAfterMount, refetch } = usePostList(feed)
  useOwnFeed(isFetchedAfterMount)
  if (!data && !error) return <Skeletons count={3} label="Loading posts" />
  if (!data) return <FeedFailed reason={error} onRetry={() => void refetch()} />
  if (data.posts.length === 0) return <FeedEmpty feed={feed} total={data.total} />
  return (
    <>
      <div className="entries" aria-busy={isPlaceholderData}>
        {data.posts.map((post) => (
          <FoldingPost key={post.id} post={post} />
        ))}
      </div>
      <PageBar page={feed.page} totalPages={data.totalPages} hrefOf={(page) => feedAddress.href({ ...feed, page })} />
    </>
  )
}

const FeedFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <ErrorPanel title="Error Loading Posts" actions={<Button onClick={onRetry}>Try Again</Button>}>
    {messageOf(reason, 'Please try again.')}
  </ErrorPanel>
)
