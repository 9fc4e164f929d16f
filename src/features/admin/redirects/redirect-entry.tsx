import './redirect-entry.css'
import { useState } from 'react'
import { ConfirmAction } from '#web/action.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Time } from '#ui/time.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import type { Redirect } from './redirects.contract.ts'
import { useRedirectActions } from './redirects.hooks.ts'

/** A redirect in the list, with its actions. */
export function RedirectEntry({ redirect }: { redirect: Redirect }) {
  const { id, from, to, origin, username, updatedAt } = redirect
  const { remove } = useRedirectActions()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="redirect-entry">
      <div className="redirect-entry-text">
        <p className="redirect-entry-paths" dir="ltr">
          <code>{from}</code>
          <Icon name="arrow-right" />
          <span className="visually-hidden">redirects to</span>
          {to.endsWith('/*') ? (
            <code>{to}</code>
          ) : (
            <a className="link" href={to}>
              {to}
            </a>
          )}
        </p>
        <p className="meta">
          {origin === 'import' ? 'From an import' : username ? `@${username}` : 'Added manually'} ·{' '}
          <Time iso={updatedAt} />
        </p>
      </div>
      <div className="row">
        <IconButton icon="pencil" size="s" label={`Edit the redirect from ${from}`} onClick={() => setOpen('edit')} />
        <IconButton
          icon="trash-2"
          size="s"
          label={`Delete the redirect from ${from}`}
          onClick={() => setOpen('delete')}
        />
      </div>
      {open === 'edit' && <RedirectDialog redirect={redirect} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'delete'}
        onClose={close}
        title="Delete redirect?"
        description={`Links to ${from} will stop working.`}
        confirmLabel="Delete"
        action={() => remove(id)}
        success={{ title: 'Redirect deleted', variant: 'success' }}
        failure="Failed to delete the redirect. Please try again."
      />
    </div>
  )
}
