import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { useFreshViewer, useShownViewer } from '#features/people/profiles/profiles.hooks.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { mayModerate } from '#schemas/roles.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'

interface Props {
  title: string
  /** Whether moderators may see the screen, too. */
  isForModerators?: boolean
  /** Buttons or links next to “Back to Settings”. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of the admin pages. */
export const AdminArea = ({ title, actions, isForModerators = false, children }: Props) => (
  <AdminOnly title={title} isForModerators={isForModerators}>
    <div className="page stack">
      <PageHead
        title={title}
        actions={
          <>
            <ButtonLink variant="plain" icon="arrow-left" href={settingsAddress.href()}>
              {t('Back to Settings')}
            </ButtonLink>
            {actions}
          </>
        }
      />
      {children}
    </div>
  </AdminOnly>
)

/** Hides its content from other members; the server enforces access. */
export function AdminOnly({ title, isForModerators = false, children }: Omit<Props, 'actions'>) {
  useFreshViewer()
  const viewer = useShownViewer()
  if (viewer === null || viewer === 'loading') {
    return (
      <div className="page">
        <Skeletons count={3} label={t('Loading {title}', { title: title.toLowerCase() })} />
      </div>
    )
  }
  const isAllowed = viewer !== 'authenticated' && (isForModerators ? mayModerate(viewer) : viewer.role === 'admin')
  if (!isAllowed) return <AccessDenied isForModerators={isForModerators} />
  return children
}

const AccessDenied = ({ isForModerators }: { isForModerators: boolean }) => (
  <div className="page">
    <EmptyState
      icon="lock"
      title={t('You don’t have access to this page')}
      isPageTitle
      actions={<ButtonLink href="/">{t('Return Home')}</ButtonLink>}
    >
      {isForModerators
        ? t('Only moderators and administrators of this site can see it.')
        : t('Only administrators of this site can see it.')}
    </EmptyState>
  </div>
)
