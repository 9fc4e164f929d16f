import { t } from '#messages/messages.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import type { QueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { profileImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import type { followersAddress } from '#features/people/follows/follow-addresses.contract.ts'
import { MemberEntry } from '#features/people/follows/member-entry.tsx'
import { followsQuery, type FollowSide, useFollows } from '#features/people/follows/people.hooks.ts'
import { PageBar } from '#web/page-bar.tsx'
import { membersAddress, profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { userQuery, useUser, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { messageOf } from '#web/api.ts'
import type { Head, PageProps, PageView } from '../page.ts'
import { ProfileFailed, ProfileLoading, ProfileNotFound } from '../profile/profile-missing.tsx'
import { followsHref } from './follows-address.ts'

export const followersView = viewOf('followers')
export const followingView = viewOf('following')

function viewOf(side: FollowSide): PageView<typeof followersAddress> {
  return {
    View: ({ params, query }) => <Follows side={side} username={params.username} page={query.page} />,
    head: (cache, address) => headOf(side, cache, address),
  }
}

const titles: Record<FollowSide, (name: string) => string> = {
  followers: (name) => t('Followers of {name}', { name }),
  following: (name) => t('Followed by {name}', { name }),
}

function headOf(
  side: FollowSide,
  cache: QueryClient,
  { params, query: { page } }: PageProps<typeof followersAddress>,
): Head {
  const user = cache.getQueryData(userQuery(params.username).queryKey)
  if (!user) return { title: user === null ? t('Profile Not Found') : t('Profile'), noindex: true }
  const { id, username, displayName } = user
  const list = cache.getQueryData(followsQuery(id, side, page).queryKey)
  return {
    title: [`${titles[side](displayName)} (@${username})`, page > 1 && t('Page {page}', { page })]
      .filter(Boolean)
      .join(' · '),
    description:
      side === 'followers'
        ? t('The followers of {displayName}.', { displayName })
        : t('The members that {displayName} follows.', { displayName }),
    canonicalPath: followsHref(username, side, page),
    card: profileImageLink(user, cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'),
    feed: ownFeedLink(displayName, profileAddress.href({ username })),
    previousPath: page > 1 ? followsHref(username, side, page - 1) : undefined,
    nextPath: list && page < list.totalPages ? followsHref(username, side, page + 1) : undefined,
    noindex: list?.users.length === 0,
  }
}

interface Props {
  side: FollowSide
  page: number
}

function Follows({ username, side, page }: Props & { username: string }) {
  const { data: user, error, refetch } = useUser(username)
  if (user === null) return <ProfileNotFound />
  if (!user) return error ? <ProfileFailed reason={error} onRetry={() => void refetch()} /> : <ProfileLoading />
  const tab = (label: string, of: FollowSide, count: number) => ({
    label,
    count,
    href: followsHref(username, of),
    isCurrent: of === side,
  })
  return (
    <div className="page">
      <PageHead
        title={titles[side](user.displayName)}
        subtitle={
          <Link href={profileAddress.href({ username })} className="link" dir="auto">
            @{username}
          </Link>
        }
      />
      <LinkTabs
        label={user.displayName}
        tabs={[
          tab(t('Followers'), 'followers', user.followersCount),
          tab(t('Following'), 'following', user.followingCount),
        ]}
      />
      <FollowList user={user} side={side} page={page} />
    </div>
  )
}

function FollowList({ user, side, page }: Props & { user: User }) {
  const { data, error, isPlaceholderData, refetch } = useFollows(user.id, side, page)
  const isOwn = useViewer()?.id === user.id
  if (!data && !error) return <Skeletons count={3} label={t('Loading members')} />
  if (!data) {
    return (
      <ErrorPanel
        title={t('Error Loading Members')}
        actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
      >
        {messageOf(error, t('Please try again.'))}
      </ErrorPanel>
    )
  }
  if (data.total === 0) return <NoMembers side={side} name={user.displayName} isOwn={isOwn} />
  const hrefOf = (other: number) => followsHref(user.username, side, other)
  if (data.users.length === 0) {
    return (
      <EmptyState actions={<ButtonLink href={hrefOf(1)}>{t('Go to the first page')}</ButtonLink>}>
        {t('There are no members on this page.')}
      </EmptyState>
    )
  }
  return (
    <>
      <div aria-busy={isPlaceholderData}>
        {data.users.map((one) => (
          <MemberEntry key={one.id} user={one} />
        ))}
      </div>
      <PageBar page={page} totalPages={data.totalPages} hrefOf={hrefOf} />
    </>
  )
}

function NoMembers({ side, name, isOwn }: { side: FollowSide; name: string; isOwn: boolean }) {
  const hasMembers = useIsOn('members')
  if (side === 'followers') {
    return (
      <EmptyState icon="users" title={t('No followers yet')}>
        {isOwn ? t('Your followers will appear here.') : t('{name} has no followers yet.', { name })}
      </EmptyState>
    )
  }
  const find = <ButtonLink href={membersAddress.href()}>{t('Find members')}</ButtonLink>
  return (
    <EmptyState icon="users" title={t('Not following anyone yet')} actions={isOwn && hasMembers && find}>
      {isOwn
        ? t('Posts by members you follow will appear in your feed, under Following.')
        : t('{name} isn’t following anyone yet.', { name })}
    </EmptyState>
  )
}
