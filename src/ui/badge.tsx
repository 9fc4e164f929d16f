import './tints.css'
import './badge.css'
import type { ReactNode } from 'react'

interface BadgeProps {
  /** A color of the palette: teal, blue, amber, violet, rose, green, slate, or red. Any other value is neutral. */
  color?: string
  className?: string
  children: ReactNode
}

/** A short label: a category, a state, or a language. */
export function Badge({ color, className, children }: BadgeProps) {
  return (
    <span className={className ? `badge ${className}` : 'badge'} data-tint={color}>
      {children}
    </span>
  )
}
