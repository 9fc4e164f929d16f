import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { viewerQuery } from '#features/profiles/profiles.hooks.ts'
import { SettingsForm } from '#features/settings/settings-form.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { PageView } from '../page.ts'

export const settingsPage: PageView = {
  View: SettingsPage,
  head: () => ({ title: 'Settings', noindex: true }),
}

/** The server shows everybody the way to sign in; a member's browser then has the form. */
function SettingsPage() {
  return useSignedIn() ? (
    <MemberSettings />
  ) : (
    <div className="page settings-barred">
      <Card>
        <EmptyState
          icon="lock"
          title="Authentication Required"
          isPageTitle
          actions={
            <ButtonLink variant="primary" icon="log-in" href="/auth?next=/settings">
              Sign In
            </ButtonLink>
          }
        >
          Please sign in to see and change your settings.
        </EmptyState>
      </Card>
    </div>
  )
}

function MemberSettings() {
  // What another window saved is there before anything is typed.
  const { data, isError, refetch } = useQuery({ ...viewerQuery, refetchOnMount: 'always' })
  return (
    <div className="page stack settings">
      <PageHead
        title="Settings"
        actions={
          <ButtonLink variant="plain" icon="arrow-left" href="/">
            Back to Home
          </ButtonLink>
        }
      />
      <Card title="Admin Tools" action={<Badge>Admin Only</Badge>}>
        <ButtonLink icon="message-square" href="/admin/comments" className="settings-tool">
          Manage Comments
        </ButtonLink>
      </Card>
      {data && <SettingsForm key={data.id} viewer={data} />}
      {!data && isError && (
        <ErrorPanel
          title="Your settings could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {!data && !isError && <Skeletons count={3} label="Loading your settings" />}
    </div>
  )
}
