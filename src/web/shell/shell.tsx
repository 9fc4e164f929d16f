import './shell.css'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { SideBar } from './side-bar.tsx'
import { siteLinks } from './site-links.ts'
import { TabBar, TopBar } from './phone-bars.tsx'
import { isReader, type ShellViewer } from './viewer.ts'

export interface ShellProps {
  path: string
  viewer: ShellViewer
  /** Number of comments awaiting the viewer's approval. */
  pendingCount: number
  /** Number of unread notifications. */
  unreadCount: number
  site: SiteInfo
  onSignOut: () => void
  children: ReactNode
}

/** The layout of every screen. The server renders it for visitors. `<html data-auth="in">`, set before the first paint,
 *  makes the same HTML show the member links, so that the layout does not shift when the viewer is known. */
export function Shell({ path, viewer, pendingCount, unreadCount, site, onSignOut, children }: ShellProps) {
  const links = siteLinks(viewer, site)
  return (
    <div className="shell" data-viewer={viewer === null ? undefined : isReader(viewer) ? 'reader' : 'in'}>
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      <TopBar site={site} pendingCount={pendingCount} unreadCount={unreadCount} />
      <SideBar
        path={path}
        links={links}
        viewer={viewer}
        pendingCount={pendingCount}
        unreadCount={unreadCount}
        site={site}
        onSignOut={onSignOut}
      />
      <main id="content" className="shell-content" tabIndex={-1}>
        {children}
      </main>
      <TabBar path={path} links={links} />
      <ToastRegion />
    </div>
  )
}
