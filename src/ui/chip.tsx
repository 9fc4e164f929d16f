import './chip.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'

interface ChipProps {
  children: ReactNode
  /** The name of the × : 'Remove React'. */
  removeLabel?: string
  onRemove?: () => void
  /** Instead of `onRemove`: the address without it. */
  removeHref?: string
}

/** One of several words: a skill, a technology, an active filter. With a × when it can be taken away. */
export function Chip({ children, removeLabel = 'Remove', onRemove, removeHref }: ChipProps) {
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
