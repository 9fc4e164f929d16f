import { t } from '#messages/messages.ts'
import { PageBar } from '#web/page-bar.tsx'
import { FoldingPost } from '#features/writing/post-cards/folding-post.tsx'
import { useOwnFeed } from '#features/people/mutes/own-feed.hooks.ts'
import { type Feed, usePostList } from '#features/writing/posts/posts.hooks.ts'
import { useFollowedTags } from '#features/writing/tags/tags.hooks.ts'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { useFeedAddress } from './feed.hooks.ts'
import { FeedEmpty } from './feed-empty.tsx'
import { NewPosts } from './new-posts.tsx'

/** A page of posts with links to the other pages. */
export function FeedList({ feed }: { feed: Feed }) {
  const feedAddress = useFeedAddress()
  const query = usePostList(feed)
  const isFollowing = feed.type === 'following'
  const tags = useFollowedTags(isFollowing)
  useOwnFeed(query.isFetchedAfterMount && (!isFollowing || tags !== undefined))
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={3} label={t('Loading posts')} />}
      failed={t('Error Loading Posts')}
    >
      {(list) =>
        list.posts.length === 0 ? (
          <FeedEmpty feed={feed} total={list.total} />
        ) : (
          <>
            <NewPosts feed={feed} shown={list} onShow={query.refetch} />
            <div className="entries" aria-busy={query.isPlaceholderData}>
              {list.posts.map((post) => (
                <FoldingPost key={post.id} post={post} />
              ))}
            </div>
            <PageBar
              page={feed.page}
              totalPages={list.totalPages}
              hrefOf={(page) => feedAddress.href({ ...feed, page })}
            />
          </>
        )
      }
    </Loaded>
  )
}
