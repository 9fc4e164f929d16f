import './profile-card.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { FollowButton } from '#features/people/follows/follow-button.tsx'
import { bioLead } from '#features/people/profiles/bio-lead.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'

/** A summary of a member: name, title, and counts. */
export function ProfileCard({ user }: { user: User }) {
  const address = profileAddress.href({ username: user.username })
  return (
    <section
      className="card profile-card h-card"
      aria-label={t('Profile of {displayName}', { displayName: user.displayName })}
    >
      <Link href={address} className="profile-card-name u-url">
        <Avatar name={user.displayName} image={user.profileImage} size="l" />
        <span>
          <span className="p-name">{user.displayName}</span>
          <bdi className="meta p-nickname">@{user.username}</bdi>
        </span>
      </Link>
      <FollowButton user={user} />
      <p className="p-job-title">{user.title || t('Software Developer')}</p>
      {user.bio && <p className="profile-card-bio p-note">{bioLead(user.bio, 140)}</p>}
      <dl className="profile-card-counts">
        <Count of={user.postCount} name={t('Posts')} />
        <Count
          of={user.followersCount}
          name={t('Followers')}
          link={{ href: `${address}/followers`, label: t('{count} Followers', { count: user.followersCount }) }}
        />
        <Count
          of={user.followingCount}
          name={t('Following')}
          link={{ href: `${address}/following`, label: t('{count} Following', { count: user.followingCount }) }}
        />
      </dl>
    </section>
  )
}

interface CountProps {
  of: number
  name: string
  link?: { href: string; label: string }
}

const Count = ({ of, name, link }: CountProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {link ? (
        <Link href={link.href} aria-label={link.label}>
          {of}
        </Link>
      ) : (
        of
      )}
    </dd>
  </div>
)
