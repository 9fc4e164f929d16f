import { t } from '#messages/messages.ts'
import { PageBar } from '#web/page-bar.tsx'
import { PostCard } from '#features/writing/post-cards/post-card.tsx'
import { usePinnedPosts, usePostsBy } from '#features/writing/posts/posts-by.hooks.ts'
import { useWritePath } from '#features/writing/posts/write-path.hooks.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { profileHref } from './profile-address.ts'

interface Props {
  user: User
  page: number
  isOwn: boolean
}

/** One page of the member's posts. The first page starts with pinned posts. */
export function ProfilePosts({ user, page, isOwn }: Props) {
  const { data, error, isPlaceholderData, refetch } = usePostsBy(user.id, page)
  const { data: pinned, isPending: arePinsPending } = usePinnedPosts(user.id)
  if ((!data && !error) || (page === 1 && arePinsPending)) return <Skeletons count={3} label={t('Loading posts')} />
  if (!data) return <PostsFailed reason={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <NoPosts name={user.displayName} isOwn={isOwn} />
  if (data.posts.length === 0) return <NoSuchPage username={user.username} />
  const pinnedHere = page === 1 ? (pinned?.posts ?? []) : []
  const others = data.posts.filter(({ id }) => !pinnedHere.some((post) => post.id === id))
  const hrefOf = (other: number) => profileHref(user.username, { page: other })
  return (
    <div className="h-feed">
      <data className="p-name" value={t('Posts by {displayName}', { displayName: user.displayName })} />
      <data className="u-url" value={hrefOf(page)} />
      <div className="entries" aria-busy={isPlaceholderData}>
        {[...pinnedHere, ...others].map((post) => (
          <PostCard key={post.id} post={post} isOnTop={pinnedHere.includes(post)} />
        ))}
      </div>
      <PageBar page={page} totalPages={data.totalPages} hrefOf={hrefOf} />
    </div>
  )
}

function NoPosts({ name, isOwn }: { name: string; isOwn: boolean }) {
  const writePath = useWritePath()
  const mayPublish = useMayPublish()
  const action = writePath !== null && <ButtonLink href={writePath}>{t('Write a post')}</ButtonLink>
  return (
    <EmptyState icon="file-text" title={t('No posts yet')} actions={isOwn && mayPublish && action}>
      {isOwn ? t('Your posts and articles will appear here.') : t('{name} hasn’t written anything yet.', { name })}
    </EmptyState>
  )
}

const NoSuchPage = ({ username }: { username: string }) => (
  <EmptyState actions={<ButtonLink href={profileHref(username)}>{t('Go to the first page')}</ButtonLink>}>
    {t('There are no posts on this page.')}
  </EmptyState>
)

const PostsFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <ErrorPanel title={t('Error Loading Posts')} actions={<Button onClick={onRetry}>{t('Try Again')}</Button>}>
    {messageOf(reason, t('Please try again.'))}
  </ErrorPanel>
)
