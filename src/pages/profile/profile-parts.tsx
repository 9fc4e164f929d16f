import { Suspense } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useHasPosts, useIsOn } from '#features/discovery/site/site.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { Skeletons } from '#ui/skeleton.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { type ProfilePart, profileHref } from './profile-address.ts'
import { ProfileGithub } from './profile-github.tsx'
import { ProfilePosts } from './profile-posts.tsx'

/** Part of the server's HTML. Browsers load its code only on this tab, and show the HTML until then. */
const ProfileAbout = import.meta.env.SSR
  ? (await import('./profile-about.tsx')).ProfileAbout
  : lazyPart(async () => (await import('./profile-about.tsx')).ProfileAbout, AboutNotLoaded)

/** A new document loads the current version of the code, and contains the tab without it. */
function AboutNotLoaded({ user }: { user: User }) {
  return (
    <p>
      {rich('This tab could not be loaded. <link>Try again</link>', {
        link: (text) => (
          <a className="link" href={profileHref(user.username, { tab: 'about' })}>
            {text}
          </a>
        ),
      })}
    </p>
  )
}

interface Props {
  user: User
  part: ProfilePart
}

/** The tabs on a profile. The URL selects one. */
export function ProfileParts({ user, part: { tab, page } }: Props) {
  const isOwn = useViewer()?.id === user.id
  const hasPosts = useHasPosts()
  const hasGithub = useIsOn('github')
  const tabs = [
    ...(hasPosts ? [{ id: 'posts', label: t('Posts'), count: user.postCount } as const] : []),
    { id: 'about', label: t('About'), count: undefined },
    ...(hasGithub ? [{ id: 'github', label: 'GitHub', count: undefined } as const] : []),
  ] as const
  return (
    <>
      <LinkTabs
        label={t('Profile')}
        tabs={tabs.map(({ id, label, count }) => ({
          label,
          count,
          href: profileHref(user.username, { tab: id }),
          isCurrent: id === tab,
        }))}
      />
      {tab === 'posts' && <ProfilePosts user={user} page={page} isOwn={isOwn} />}
      {tab === 'about' && (
        <Suspense fallback={<Skeletons count={2} label={t('Loading this tab')} />}>
          <ProfileAbout user={user} />
        </Suspense>
      )}
      {tab === 'github' && hasGithub && <ProfileGithub user={user} isOwn={isOwn} />}
    </>
  )
}
