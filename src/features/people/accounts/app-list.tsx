import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import type { App } from './account.hooks.ts'
import { useAppRemoval } from './second-factor.hooks.ts'

/** The member's authenticator apps. */
export const AppList = ({ apps }: { apps: App[] }) => (
  <ul className="factor-apps" aria-label="Your apps">
    {apps.map((app) => (
      <AppItem key={app.id} app={app} isLast={apps.length === 1} />
    ))}
  </ul>
)

function AppItem({ app, isLast }: { app: App; isLast: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const removal = useAppRemoval()
  const name = app.name || 'Authenticator app'

  async function remove() {
    const outcome = await removal.mutateAsync({ factorId: app.id, hasOthers: !isLast })
    setAsking(false)
    if (outcome.ok) showToast({ title: 'App removed', description: isLast ? off : stillOn, variant: 'success' })
    else showToast({ title: 'App not removed', description: outcome.message, variant: 'error' })
  }

  return (
    <li className="factor-app">
      <div>
        <h3 className="factor-app-name">{name}</h3>
        <p className="meta">
          Added <Time iso={app.createdAt} as="date" />
        </p>
      </div>
      <Button size="s" icon="trash-2" aria-label={`Remove: ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ‘${name}’?`}
        description={isLast ? lastOne : oneOfMany}
        confirmLabel="Remove"
        isBusy={removal.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}

const off = 'Your password alone signs you in.'
const stillOn = 'Your other app goes on as before.'
const lastOne = 'Your password alone will sign you in then, and your recovery codes stop working.'
const oneOfMany = 'Its codes stop working. Where it was used to sign in, a code of another app is asked for.'
