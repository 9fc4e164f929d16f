import './member-entry.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { ListedUser } from '#features/people/profiles/profiles.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FollowButton } from './follow-button.tsx'

/** A member in a list of members. */
export function MemberEntry({ user }: { user: ListedUser }) {
  return (
    <article className="member-entry h-card">
      <Avatar name={user.displayName} image={user.profileImage} />
      <div className="member-entry-text">
        <h2 className="member-entry-name" dir="auto">
          <Link href={profileAddress.href({ username: user.username })} className="p-name u-url">
            {user.displayName}
          </Link>
        </h2>
        <p className="meta">
          <bdi className="p-nickname">@{user.username}</bdi>
        </p>
        <p className="p-job-title">{user.title || t('Software Developer')}</p>
        <p className="meta">
          {t('{postCount, plural, one {# post} other {# posts}}', { postCount: user.postCount })}
          {' · '}
          {t('{followersCount, plural, one {# follower} other {# followers}}', { followersCount: user.followersCount })}
        </p>
      </div>
      <FollowButton user={user} />
    </article>
  )
}
