import './empty-state.css'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

interface EmptyStateProps {
  icon?: IconName
  title?: string
  /** What there is not, and why. */
  children?: ReactNode
  /** What can be done about it: buttons or links. */
  actions?: ReactNode
  /** The heading's level where the page has none above it. */
  isPageTitle?: boolean
}

/** A place where nothing is yet. */
export function EmptyState({ icon = 'inbox', title, children, actions, isPageTitle = false }: EmptyStateProps) {
  const Heading = isPageTitle ? 'h1' : 'h2'
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      {title && <Heading className="empty-title">{title}</Heading>}
      {children && <div className="empty-text">{children}</div>}
      {actions && <div className="empty-actions">{actions}</div>}
    </div>
  )
}

interface ErrorPanelProps {
  title: string
  children?: ReactNode
  /** A way on: try again, return home. */
  actions?: ReactNode
  isPageTitle?: boolean
}

/** Something that should be here could not be had; whoever is offline is told that this is why. */
export function ErrorPanel({ title, children, actions, isPageTitle = false }: ErrorPanelProps) {
  return (
    <div role="alert">
      <EmptyState icon="triangle-alert" title={title} actions={actions} isPageTitle={isPageTitle}>
        {isOffline() ? 'You are offline. Please try again once you are connected.' : children}
      </EmptyState>
    </div>
  )
}

/** The server's runtime has a navigator, too, which does not say. */
const isOffline = () => 'onLine' in navigator && !navigator.onLine
