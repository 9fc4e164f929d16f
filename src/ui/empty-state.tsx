import './empty-state.css'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { t } from '#messages/messages.ts'

interface EmptyStateProps {
  icon?: IconName
  title?: string | undefined
  /** What is missing, and why. */
  children?: ReactNode
  /** Suggested actions: buttons or links. */
  actions?: ReactNode
  /** Makes the heading the page's h1. */
  isPageTitle?: boolean
}

/** Shown in place of an empty list. */
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
  /** What to do next: try again, return home. */
  actions?: ReactNode
  isPageTitle?: boolean
}

/** Shown in place of content that failed to load. If the browser is offline, gives that as the reason. */
export function ErrorPanel({ title, children, actions, isPageTitle = false }: ErrorPanelProps) {
  return (
    <div role="alert">
      <EmptyState icon="triangle-alert" title={title} actions={actions} isPageTitle={isPageTitle}>
        {isOffline() ? t('You are offline. Try again when you are connected.') : children}
      </EmptyState>
    </div>
  )
}

/** Node.js has a `navigator` too, without `onLine`. */
const isOffline = () => 'onLine' in navigator && !navigator.onLine
