import './profile.css'
import { Redirect } from 'wouter'
import { useUser, useShownViewer } from '#features/people/profiles/profiles.hooks.ts'
import { useHasPosts, useSite } from '#features/discovery/site/site.hooks.ts'
import { FirstRun } from '../home/first-run.tsx'
import type { PageProps, PageView } from '../page.ts'
import { partOf, type ProfileAddress, profileHref, type ProfileQuery, shownPartOf } from './profile-address.ts'
import { profileHead } from './profile-head.ts'
import { ProfileFailed, ProfileLoading, ProfileNotFound } from './profile-missing.tsx'
import { ProfileParts } from './profile-parts.tsx'
import { ProfileTop } from './profile-top.tsx'

export const profileView: PageView<ProfileAddress> = { View: ProfilePage, head: profileHead }

function ProfilePage({ params, query }: PageProps<ProfileAddress>) {
  return 'username' in params ? <ProfileOf username={params.username} query={query} /> : <OwnProfile query={query} />
}

interface Query {
  query: ProfileQuery
}

/** Redirects members to their own profile. Visitors see the owner's profile, which CSS hides from members until the
 *  redirect. */
function OwnProfile({ query }: Query) {
  const { ownerUsername } = useSite()
  const viewer = useShownViewer()
  if (viewer === 'loading') return <ProfileLoading />
  if (viewer !== null && viewer !== 'authenticated')
    return <Redirect to={profileHref(viewer.username, partOf(query))} replace />
  if (ownerUsername === null) return <FirstRun />
  return (
    <div className={viewer === null ? 'profile-for-visitors' : undefined}>
      <ProfileOf username={ownerUsername} query={query} />
    </div>
  )
}

function ProfileOf({ username, query }: Query & { username: string }) {
  const { data: user, error, refetch } = useUser(username)
  const part = shownPartOf(query, useHasPosts())
  if (user === null) return <ProfileNotFound />
  if (user)
    return (
      <div className="page profile" key={user.id}>
        <ProfileTop user={user} part={part} />
        <ProfileParts user={user} part={part} />
      </div>
    )
  return error ? <ProfileFailed reason={error} onRetry={() => void refetch()} /> : <ProfileLoading />
}
