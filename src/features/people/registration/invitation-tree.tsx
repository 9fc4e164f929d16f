import './invitation-tree.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Time } from '#ui/time.tsx'
import type { InvitedMember } from './invitation-tree.contract.ts'

/** Nested lists of who invited whom. Members whose inviter is unknown are at the top. */
export function InvitationTree({ members }: { members: InvitedMember[] }) {
  const known = new Set(members.map(({ id }) => id))
  const inviteesByInviter = Map.groupBy(members, ({ invitedBy }) =>
    invitedBy !== null && known.has(invitedBy) ? invitedBy : null,
  )
  return (
    <ul className="invitation-tree">
      {(inviteesByInviter.get(null) ?? []).map((member) => (
        <Branch key={member.id} member={member} inviteesByInviter={inviteesByInviter} />
      ))}
    </ul>
  )
}

interface BranchProps {
  member: InvitedMember
  /** The members by the id of their inviter. */
  inviteesByInviter: ReadonlyMap<number | null, InvitedMember[]>
}

/** A member with everyone below them. */
function Branch({ member, inviteesByInviter }: BranchProps) {
  const invited = inviteesByInviter.get(member.id) ?? []
  return (
    <li>
      <MemberLine member={member} />
      {invited.length > 0 && (
        <ul className="invitation-tree-branch" aria-label={t('Invited by @{username}', { username: member.username })}>
          {invited.map((invitee) => (
            <Branch key={invitee.id} member={invitee} inviteesByInviter={inviteesByInviter} />
          ))}
        </ul>
      )}
    </li>
  )
}

function MemberLine({ member }: { member: InvitedMember }) {
  const { username, displayName, profileImage, isSuspended, isMatch, invitedBy, invitedCount, joinedAt } = member
  const name = isSuspended ? displayName : <Link href={profileAddress.href({ username })}>{displayName}</Link>
  return (
    <div className="invitation-tree-member">
      <Avatar name={displayName} image={profileImage} size="s" />
      <div className="invitation-tree-text">
        <div className="invitation-tree-head">
          <strong dir="auto">{isMatch ? <mark>{name}</mark> : name}</strong>
          <bdi className="meta">@{username}</bdi>
          {isSuspended && <Badge color="red">{t('Suspended')}</Badge>}
        </div>
        <p className="meta">
          {invitedBy === null && joinedAt !== null && <>{t('Inviter’s account deleted')} · </>}
          {joinedAt === null
            ? t('Joined without an invitation')
            : rich('Joined {date}', { date: <Time iso={joinedAt} as="date" /> })}
          {invitedCount > 0 && <> · {t('Invited {invitedCount}', { invitedCount })}</>}
        </p>
      </div>
    </div>
  )
}
