import './card.css'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'

interface CardProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  title?: ReactNode
  /** Beside the title: a button or a link. */
  action?: ReactNode
}

/** A group of things that belong together, on a surface of its own. */
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
