import './page.css'
import type { ReactNode } from 'react'

interface PageHeadProps {
  title: ReactNode
  subtitle?: ReactNode
  /** The page's actions: buttons or links. */
  actions?: ReactNode
}

/** The page header with the page's only h1. */
export function PageHead({ title, subtitle, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {subtitle && <p className="page-subtitle">{subtitle}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  )
}
