import './tints.css'
import './badge.css'
import type { ReactNode } from 'react'

interface BadgeProps {
  /** A word of the palette: teal, blue, amber, violet, rose, green, slate, red; any other is neutral. */
  color?: string
  className?: string
  children: ReactNode
}

/** A short word about a thing: its category, its state, its language. */
export function Badge({ color, className, children }: BadgeProps) {
  return (
    <span className={className ? `badge ${className}` : 'badge'} data-tint={color}>
      {children}
    </span>
  )
}
