import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { FollowButton } from '#features/people/follows/follow-button.tsx'
import { GithubSyncButton } from '#features/work/github/github-sync-button.tsx'
import { ProfileLink } from '#features/people/profile-links/profile-link.tsx'
import { useProfileLinks } from '#features/people/profile-links/profile-links.hooks.ts'
import { AvailabilityMark } from '#features/people/profiles/availability-mark.tsx'
import { bioLead } from '#features/people/profiles/bio-lead.contract.ts'
import { resumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useHasPosts, useIsOn } from '#features/discovery/site/site.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useContentLang } from '#ui/content-language.ts'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { followsHref } from '../follows/follows-address.ts'
import { linksOf } from './elsewhere.ts'
import { type ProfilePart, profileHref } from './profile-address.ts'
import { ProfileMenu } from './profile-menu.tsx'

interface Props {
  user: User
  part: ProfilePart
}

/** The profile's header, as a representative h-card that identifies the owner of this URL to other sites. Source:
 *  microformats.org, representative h-card */
export function ProfileTop({ user, part }: Props) {
  const isOwn = useViewer()?.id === user.id
  const hasPosts = useHasPosts()
  const hasGithub = useIsOn('github')
  const lang = useContentLang()
  const links = linksOf(user, useProfileLinks(user.id).data)
  return (
    <header className="profile-top h-card">
      <Avatar name={user.displayName} image={user.profileImage} size="xl" className="profile-portrait" />
      <div className="profile-actions">
        {isOwn && hasGithub && user.githubUsername !== null && (
          <GithubSyncButton label={t('Sync GitHub')} onSynced={() => location.reload()} />
        )}
        {isOwn && (
          <ButtonLink href={settingsAddress.href()} icon="pencil" size="s">
            {t('Edit profile')}
          </ButtonLink>
        )}
        <FollowButton user={user} />
        <ProfileMenu user={user} />
      </div>
      <div className="profile-who">
        <h1 className="p-name" dir="auto">
          {user.displayName}
        </h1>
        <Link href={profileHref(user.username)} className="meta u-url u-uid" dir="auto">
          @<span className="p-nickname">{user.username}</span>
        </Link>
      </div>
      <p className="profile-title p-job-title" dir="auto" lang={user.title ? lang : undefined}>
        {user.title || t('Software Developer')}
      </p>
      {user.availability && <AvailabilityMark {...user.availability} />}
      <Note bio={user.bio} isHidden={part.tab === 'about'} />
      {user.skills.map((skill) => (
        <data key={skill} className="p-category" value={skill} />
      ))}
      <ul className="profile-facts meta">
        <li>
          <Icon name="calendar" />
          <span>{rich('Joined {date}', { date: <Time iso={user.createdAt} as="long" /> })}</span>
        </li>
        {user.hasCv && (
          <li>
            <Icon name="file-text" />
            <Link href={resumeAddress.href({ username: user.username })}>{t('CV')}</Link>
          </li>
        )}
        {links.map((link) => (
          <li key={link.url}>
            <ProfileLink {...link} />
          </li>
        ))}
      </ul>
      <dl className="profile-counts">
        {hasPosts && (
          <Count
            of={user.postCount}
            name={t('{count, plural, one {Post } other {Posts }}', { count: user.postCount }).trim()}
          />
        )}
        <Count
          of={user.followersCount}
          name={user.followersCount === 1 ? t('Follower') : t('Followers')}
          label={t('{count, plural, one {# Follower} other {# Followers}}', { count: user.followersCount })}
          href={followsHref(user.username, 'followers')}
        />
        <Count
          of={user.followingCount}
          name={t('Following')}
          label={t('{count} Following', { count: user.followingCount })}
          href={followsHref(user.username, 'following')}
        />
      </dl>
    </header>
  )
}

/** The beginning of the bio, unless the full bio is shown below, and the full bio as h-card data. */
function Note({ bio, isHidden }: { bio: string; isHidden: boolean }) {
  if (bio === '') return null
  return (
    <>
      <data className="p-note" value={bio} />
      {!isHidden && (
        <p className="profile-note" dir="auto">
          {bioLead(bio, 180)}
        </p>
      )}
    </>
  )
}

interface CountProps {
  of: number
  name: string
  /** The link's label. */
  label?: string
  href?: string
}

const Count = ({ of, name, label, href }: CountProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {href ? (
        <Link href={href} aria-label={label}>
          {of}
        </Link>
      ) : (
        of
      )}
    </dd>
  </div>
)
