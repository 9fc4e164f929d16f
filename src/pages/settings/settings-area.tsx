import { t } from '#messages/messages.ts'
import './settings.css'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { authAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { useMayPublish, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'
import { neverChanges } from '#web/never-changes.ts'
import { settingsAreas } from './settings-areas.ts'

interface SettingsAreaProps {
  /** Renders the screen for the signed-in member. */
  children: (viewer: Viewer) => ReactNode
}

/** The layout of every settings screen. The server renders the sign-in prompt, and a member's browser replaces it with
 *  the screen. */
export function SettingsArea({ children }: SettingsAreaProps) {
  const [path] = useLocation()
  const hash = useSyncExternalStore(neverChanges, () => location.hash, atFirst)
  return useSignedIn() ? (
    <MemberArea>{children}</MemberArea>
  ) : (
    <div className="page settings-barred">
      <Card>
        <EmptyState
          icon="lock"
          title={t('Authentication Required')}
          isPageTitle
          actions={
            <ButtonLink
              variant="primary"
              icon="log-in"
              href={`${authAddress.href()}?next=${path}${encodeURIComponent(hash)}`}
            >
              {t('Sign In')}
            </ButtonLink>
          }
        >
          {t('Sign in to view and change your settings.')}
        </EmptyState>
      </Card>
    </div>
  )
}

const atFirst = () => ''

function MemberArea({ children }: SettingsAreaProps) {
  const [path] = useLocation()
  const mayPublish = useMayPublish()
  // Refetches, so that changes saved in another window appear before the member starts typing.
  const { data, isError, refetch } = useQuery({ ...viewerQuery, refetchOnMount: 'always' })
  return (
    <div className="page stack settings">
      <SetupBanner />
      <PageHead
        title={t('Settings')}
        actions={
          <ButtonLink variant="plain" icon="arrow-left" href="/">
            {t('Back to Home')}
          </ButtonLink>
        }
      />
      <LinkTabs
        label={t('Settings')}
        tabs={settingsAreas
          .filter(({ forWriters }) => !forWriters || mayPublish)
          .map(({ path: href, label }) => ({ href, label, isCurrent: href === path }))}
      />
      {data && children(data)}
      {!data && isError && (
        <ErrorPanel
          title={t('Your settings failed to load')}
          actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
        />
      )}
      {!data && !isError && <Skeletons count={3} label={t('Loading your settings')} />}
    </div>
  )
}
