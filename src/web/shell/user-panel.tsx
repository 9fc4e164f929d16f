import { t } from '#messages/messages.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import './user-panel.css'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link } from 'wouter'
import type { ShellViewer, Viewer } from './viewer.ts'

interface UserPanelProps {
  viewer: ShellViewer
  /** Whether anyone can register. */
  isRegistrationOpen: boolean
  onSignOut: () => void
}

/** The signed-in member with the sign-out button; for visitors, the sign-in links. */
export function UserPanel({ viewer, isRegistrationOpen, onSignOut }: UserPanelProps) {
  if (viewer === null) return <Unknown canJoin={isRegistrationOpen} />
  return (
    <div className="user-panel">
      {viewer === 'loading' && <ProfileSkeleton />}
      {viewer === 'authenticated' && <Person name={t('Authenticated')} title={t('Loading profile...')} />}
      {typeof viewer === 'object' && <Profile {...viewer} />}
      <IconButton icon="log-out" label={t('Log out')} onClick={onSignOut} />
    </div>
  )
}

/** The server's rendering: CSS shows the skeleton if a session is stored, otherwise the sign-in links. */
function Unknown({ canJoin }: { canJoin: boolean }) {
  return (
    <>
      <div className="user-panel for-members">
        <ProfileSkeleton />
      </div>
      <div className="user-panel for-visitors">
        <ButtonLink href={loginAddress.href()} variant="primary" size="s">
          {t('Sign in')}
        </ButtonLink>
        {canJoin && (
          <ButtonLink href={loginAddress.href({ tab: 'register' })} size="s">
            {t('Join')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Profile({ username, displayName, title, profileImage }: Viewer) {
  return (
    <Link href={profileAddress.href({ username })} className="user-panel-person">
      <Avatar name={displayName} image={profileImage} />
      <Person name={displayName} title={title || t('Software Developer')} />
    </Link>
  )
}

function Person({ name, title }: { name: string; title: string }) {
  return (
    <span className="user-panel-text">
      <span className="user-panel-name">{name}</span>
      <span className="user-panel-title">{title}</span>
    </span>
  )
}

function ProfileSkeleton() {
  return (
    <span className="user-panel-person">
      <Skeleton shape="avatar" />
      <span className="user-panel-text">
        <Skeleton />
        <Skeleton width="half" />
      </span>
    </span>
  )
}
