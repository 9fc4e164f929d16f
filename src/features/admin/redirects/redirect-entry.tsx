import './redirect-entry.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
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
          <span className="visually-hidden">{t('redirects to')}</span>
          {to.endsWith('/*') ? (
            <code>{to}</code>
          ) : (
            <a className="link" href={to}>
              {to}
            </a>
          )}
        </p>
        <p className="meta">
          {origin === 'import' ? t('From an import') : username ? `@${username}` : t('Added manually')} ·{' '}
          <Time iso={updatedAt} />
        </p>
      </div>
      <div className="row">
        <IconButton
          icon="pencil"
          size="s"
          label={t('Edit the redirect from {from}', { from })}
          onClick={() => setOpen('edit')}
        />
        <IconButton
          icon="trash-2"
          size="s"
          label={t('Delete the redirect from {from}', { from })}
          onClick={() => setOpen('delete')}
        />
      </div>
      {open === 'edit' && <RedirectDialog redirect={redirect} onClose={close} />}
      <ConfirmAction
        isOpen={open === 'delete'}
        onClose={close}
        title={t('Delete redirect?')}
        description={t('Links to {from} will stop working.', { from })}
        confirmLabel={t('Delete')}
        action={() => remove(id)}
        success={{ title: t('Redirect deleted'), variant: 'success' }}
        failure={t('Failed to delete the redirect. Please try again.')}
      />
    </div>
  )
}
