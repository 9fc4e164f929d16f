import './muted.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useMuteWithNotice } from './mute-notice.tsx'

/** The member's list of muted members, each with an unmute button. */
export function MutedMembers({ members }: { members: PublicAuthor[] }) {
  const muteMember = useMuteWithNotice()
  return (
    <Card title={t('Muted members')}>
      <p className="muted-about">
        {t(
          'Their posts are hidden from your feed, but still appear on their profiles and in search. They are not notified.',
        )}
      </p>
      {members.length === 0 ? (
        <p className="muted-none">
          {t('You haven’t muted anyone. To mute a member, use the menu on a post or profile.')}
        </p>
      ) : (
        <ul className="muted-members" aria-label={t('Muted members')}>
          {members.map((member) => (
            <li key={member.id} className="row">
              <Link href={profileAddress.href({ username: member.username })} className="muted-member">
                <Avatar name={member.displayName} image={member.profileImage} />
                <span>
                  <bdi>{member.displayName}</bdi>
                  <span className="meta" dir="auto">
                    @{member.username}
                  </span>
                </span>
              </Link>
              <Button
                size="s"
                icon="volume-2"
                aria-label={t('Unmute @{username}', { username: member.username })}
                onClick={() => void muteMember(member, false)}
              >
                {t('Unmute')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
