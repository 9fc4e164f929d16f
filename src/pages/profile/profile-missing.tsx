import { t } from '#messages/messages.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'

// Shown instead of a profile that is loading, does not exist, or failed to load.

export const ProfileLoading = () => (
  <div className="page">
    <Skeletons count={3} label={t('Loading profile')} />
  </div>
)

export const ProfileNotFound = () => (
  <div className="page">
    <EmptyState icon="user" title={t('Profile Not Found')} isPageTitle actions={returnHome}>
      {t('There is no member with this username.')}
    </EmptyState>
  </div>
)

export const ProfileFailed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <div className="page">
    <LoadFailed title={t('Error Loading Profile')} reason={reason} onRetry={onRetry} />
  </div>
)
