import './toast-region.css'
import { useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { dismissToast, onToast, type ShownToast, shownToast } from './toasts.ts'

/** Where toasts appear: once in the site's frame. Both regions are always there, so that screen readers hear changes. */
export function ToastRegion() {
  const toast = useSyncExternalStore(onToast, shownToast, () => null)
  const isError = toast?.variant === 'error'
  return (
    <div className="toasts">
      <output>{toast && !isError && <ToastCard key={toast.id} {...toast} />}</output>
      <div role="alert">{toast && isError && <ToastCard key={toast.id} {...toast} />}</div>
    </div>
  )
}

function ToastCard({ id, title, description, variant = 'info' }: ShownToast) {
  return (
    <span className="toast" data-variant={variant}>
      <Icon name={icons[variant]} />
      <span className="toast-text">
        <strong className="toast-title">{title}</strong>
        {description && <span className="toast-description">{description}</span>}
      </span>
      <IconButton icon="x" label="Dismiss" size="s" onClick={() => dismissToast(id)} />
    </span>
  )
}

const icons = { info: 'info', success: 'circle-check', error: 'circle-alert' } as const
