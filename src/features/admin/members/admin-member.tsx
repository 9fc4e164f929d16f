import './admin-member.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { sizeText } from '#features/admin/import-runs/size-text.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Time } from '#ui/time.tsx'
import { MemberDecision } from './member-decision.tsx'
import { MemberActions } from './member-actions.tsx'
import type { AdminMember, AdminMemberList } from './members.contract.ts'

interface Props {
  member: AdminMember
  site: Pick<AdminMemberList, 'hasAccounts' | 'ownership'>
}

/** A member in the administrators' list, with the available actions. */
export function AdminMemberEntry({ member, site }: Props) {
  const { id, username, displayName, profileImage, isSuspended, email, lastActiveAt, createdAt } = member
  const { invitedBy } = member
  return (
    <article className="admin-member" aria-labelledby={`member-${id}`}>
      <Avatar name={displayName} image={profileImage} />
      <div className="admin-member-text">
        <div className="admin-member-head">
          <h2 className="admin-member-name" id={`member-${id}`} dir="auto">
            {isSuspended || member.isWaiting ? (
              displayName
            ) : (
              <Link href={profileAddress.href({ username })}>{displayName}</Link>
            )}
          </h2>
          <Badges {...member} />
        </div>
        <p className="meta admin-member-facts">
          <bdi>@{username}</bdi>
          {email !== null && <span>{email}</span>}
        </p>
        <p className="meta admin-member-facts">
          <span>{rich('Joined {when}', { when: <Time iso={createdAt} /> })}</span>
          {invitedBy !== null && <span>{t('Invited by @{invitedBy}', { invitedBy })}</span>}
          {site.hasAccounts && (
            <span>{lastActiveAt === null ? t('Never signed in') : <LastActive iso={lastActiveAt} />}</span>
          )}
          <span>{storageText(member)}</span>
        </p>
      </div>
      {member.isWaiting ? <MemberDecision member={member} /> : <MemberActions member={member} site={site} />}
    </article>
  )
}

/** Returns what the member's files take up, such as “3 MB of pictures, 1 GB of recordings”. */
function storageText({ pictureBytes, recordingBytes, importBytes }: AdminMember): string {
  const used = [
    pictureBytes > 0 && t('{size} of pictures', { size: sizeText(pictureBytes) }),
    recordingBytes > 0 && t('{size} of recordings', { size: sizeText(recordingBytes) }),
    importBytes > 0 && t('{size} of imports', { size: sizeText(importBytes) }),
  ].filter(Boolean)
  return used.length === 0 ? t('No files') : used.join(', ')
}

const LastActive = ({ iso }: { iso: string }) => rich('Active {when}', { when: <Time iso={iso} /> })

function Badges({ role, isOwner, isSuspended, isWaiting, hasTwoFactor }: AdminMember) {
  return (
    <>
      {isOwner ? (
        <Badge color="violet">{t('Owner')}</Badge>
      ) : (
        role === 'admin' && <Badge color="blue">{t('Administrator')}</Badge>
      )}
      {role === 'moderator' && <Badge color="blue">{t('Moderator')}</Badge>}
      {role === 'reader' && <Badge>{t('Reader')}</Badge>}
      {isWaiting && <Badge color="amber">{t('Waiting for approval')}</Badge>}
      {isSuspended && <Badge color="red">{t('Suspended')}</Badge>}
      {hasTwoFactor && <Badge color="green">{t('Two-factor')}</Badge>}
    </>
  )
}
