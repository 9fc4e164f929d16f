import './toast-region.css'
import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import { Button, ButtonLink, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { addToastRegion, dismissToast, onToast, type ShownToast, toastIn } from './toasts.ts'
import { t } from '#messages/messages.ts'

/** A region for toasts. There is one in the site's layout and one in an open dialog, because everything outside the
 *  dialog is inert. Both live regions are always rendered, so that screen readers announce changes. */
export function ToastRegion() {
  const id = useId()
  const toast = useSyncExternalStore(
    onToast,
    () => toastIn(id),
    () => null,
  )
  useLayoutEffect(() => addToastRegion(id), [id])
  const isError = toast?.variant === 'error'
  return (
    <>
      {toast && <div className="toasts-space" />}
      <div className="toasts">
        <output>{toast && !isError && <ToastCard key={toast.id} {...toast} />}</output>
        <div role="alert">{toast && isError && <ToastCard key={toast.id} {...toast} />}</div>
      </div>
    </>
  )
}

function ToastCard({ id, title, description, variant = 'info', action, link }: ShownToast) {
  function act() {
    dismissToast(id)
    action?.onSelect()
  }
  return (
    <span className="toast" data-variant={variant}>
      <Icon name={icons[variant]} />
      <span className="toast-text">
        <strong className="toast-title">{title}</strong>
        {description && <span className="toast-description">{description}</span>}
      </span>
      {link && (
        <ButtonLink variant="plain" size="s" className="toast-action" href={link.href} onClick={() => dismissToast(id)}>
          {link.label}
        </ButtonLink>
      )}
      {action && (
        <Button variant="plain" size="s" className="toast-action" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton icon="x" label={t('Dismiss')} size="s" onClick={() => dismissToast(id)} />
    </span>
  )
}

const icons = { info: 'info', success: 'circle-check', error: 'circle-alert' } as const
