import { t } from '#messages/messages.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import { siteQuery, useFeedPath } from '#features/discovery/site/site.hooks.ts'
import { PostCard } from '#features/writing/post-cards/post-card.tsx'
import { postListQuery, usePostList } from '#features/writing/posts/posts.hooks.ts'
import { FollowTagButton } from '#features/writing/tags/follow-tag-button.tsx'
import { tagAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { tagQuery, useTag } from '#features/writing/tags/tags.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { PageBar } from '#web/page-bar.tsx'
import type { PageProps, PageView } from '../page.ts'

type Props = PageProps<typeof tagAddress>

export const tagView: PageView<typeof tagAddress> = {
  View: TagPage,
  head: (cache, { params, query: { page } }) => {
    const tag = params?.tag ?? ''
    const name = cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'
    if (!cache.getQueryData(tagQuery(tag).queryKey)) return { title: `#${tag}`, noindex: true }
    const list = cache.getQueryData(postListQuery({ page, tag }).queryKey)
    return {
      title: page > 1 ? t('#{tag} · Page {page}', { tag, page }) : `#${tag}`,
      description: t('Posts and articles about {tag} by the developers of {name}.', { tag, name }),
      feed: ownFeedLink(`${name}: #${tag}`, tagAddress.href({ tag })),
      previousPath: page > 1 ? tagAddress.href({ tag }, { page: page - 1 }) : undefined,
      nextPath: list && page < list.totalPages ? tagAddress.href({ tag }, { page: page + 1 }) : undefined,
      noindex: list?.posts.length === 0,
    }
  },
}

function TagPage({ params, query: { page } }: Props) {
  const tag = params?.tag ?? ''
  const { data } = useTag(tag)
  return (
    <div className="page h-feed">
      <PageHead
        title={
          <>
            <span className="p-name" dir="auto">
              #{tag}
            </span>
            <data className="u-url" value={tagAddress.href({ tag })} />
          </>
        }
        subtitle={data && t('{count, plural, one {# post} other {# posts}}', { count: data.postCount })}
        actions={data && <FollowTagButton tag={tag} />}
      />
      <TagPosts tag={tag} page={page} />
    </div>
  )
}

function TagPosts({ tag, page }: { tag: string; page: number }) {
  const feed = useFeedPath()
  const query = usePostList({ page, tag })
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={3} label={t('Loading posts')} />}
      failed={t('Error Loading Posts')}
    >
      {({ posts, total, totalPages }) =>
        posts.length === 0 ? (
          <EmptyState
            icon="tag"
            title={total === 0 ? t('No posts with this tag') : undefined}
            actions={
              total === 0 ? (
                feed !== null && <ButtonLink href={feed}>{t('View all posts')}</ButtonLink>
              ) : (
                <ButtonLink href={tagAddress.href({ tag })}>{t('Go to the first page')}</ButtonLink>
              )
            }
          >
            {total === 0
              ? t('Posts will appear here when someone uses this tag.')
              : t('There are no posts on this page.')}
          </EmptyState>
        ) : (
          <>
            <div className="entries" aria-busy={query.isPlaceholderData}>
              {posts.map((post) => (
                <PostCard key={post.id} post={post} />
              ))}
            </div>
            <PageBar page={page} totalPages={totalPages} hrefOf={(to) => tagAddress.href({ tag }, { page: to })} />
          </>
        )
      }
    </Loaded>
  )
}
