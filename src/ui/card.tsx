import './card.css'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

interface CardProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  title?: ReactNode
  /** A button or a link next to the title. */
  action?: ReactNode
}

/** A surface that groups related content. */
export function Card({ title, action, children, className, ...rest }: CardProps) {
  return (
    <section className={className ? `card ${className}` : 'card'} {...rest}>
      {(title || action) && (
        <div className="card-head">
          {title && <h2 className="card-title">{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
