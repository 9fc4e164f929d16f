import './invitations.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Time } from '#ui/time.tsx'
import { ConfirmButton } from '#web/action.tsx'
import type { Invitation } from './invitations.contract.ts'
import { useRevokeInvitation } from './invitations.hooks.ts'

const badges = {
  active: <Badge color="green">{t('Active')}</Badge>,
  used_up: <Badge>{t('Used up')}</Badge>,
  expired: <Badge>{t('Expired')}</Badge>,
  revoked: <Badge color="red">{t('Revoked')}</Badge>,
}

/** An invitation link, with the members who joined through it. */
export function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const { id, createdBy, createdAt, expiresAt, maxUses, uses, state, joined } = invitation
  const revoke = useRevokeInvitation()
  return (
    <article className="invitation" aria-labelledby={`invitation-${id}`}>
      <div className="invitation-text">
        <h2 className="invitation-title" id={`invitation-${id}`}>
          {usesText(maxUses, uses)} {badges[state]}
        </h2>
        <p className="meta invitation-facts">
          <span>
            {createdBy
              ? rich('Created by {member} {when}', {
                  member: <Handle {...createdBy} />,
                  when: <Time iso={createdAt} />,
                })
              : rich('Created by a deleted member {when}', { when: <Time iso={createdAt} /> })}
          </span>
          <span>
            {state === 'expired'
              ? rich('Expired {date}', { date: <Time iso={expiresAt} as="date" /> })
              : rich('Expires {date}', { date: <Time iso={expiresAt} as="date" /> })}
          </span>
        </p>
        {joined.length > 0 && (
          <p className="meta invitation-facts">
            <span>{t('Joined:')}</span>
            {joined.map((member) => (
              <span key={member.id}>
                <Handle {...member} />
              </span>
            ))}
          </p>
        )}
      </div>
      {state === 'active' && (
        <ConfirmButton
          size="s"
          confirm={{
            title: t('Revoke this invitation link?'),
            description: t('No one else can join with it. Members who have already joined remain members.'),
            confirmLabel: t('Revoke link'),
            action: () => revoke(id),
            success: { title: t('Invitation link revoked'), variant: 'success' },
            failure: { title: t('Link not revoked'), fallback: t('Try again in a moment.') },
          }}
        >
          {t('Revoke')}
        </ConfirmButton>
      )}
    </article>
  )
}

const usesText = (maxUses: number, uses: number): string =>
  uses === 0 && maxUses === 1 ? t('For 1 person') : t('{uses} of {maxUses} used', { uses, maxUses })

const Handle = ({ username }: PublicAuthor) => (
  <Link className="link" href={profileAddress.href({ username })} dir="auto">
    @{username}
  </Link>
)
