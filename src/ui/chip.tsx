import './chip.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import { t } from '#messages/messages.ts'

interface ChipProps {
  children: ReactNode
  /** The accessible name of the × button, such as 'Remove React'. */
  removeLabel?: string
  onRemove?: () => void
  /** Instead of `onRemove`: the URL without this chip. */
  removeHref?: string
}

/** One of several values: a skill, a technology, or an active filter. Has a × if it can be removed. */
export function Chip({ children, removeLabel = t('Remove'), onRemove, removeHref }: ChipProps) {
  return (
    <span className="chip">
      {children}
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
          <Icon name="x" />
        </button>
      )}
      {removeHref !== undefined && (
        <Link href={removeHref} className="chip-remove" aria-label={removeLabel}>
          <Icon name="x" />
        </Link>
      )}
    </span>
  )
}
