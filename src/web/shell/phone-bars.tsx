import './phone-bars.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/button.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { Bell } from './bell.tsx'
import { Brand } from './brand.tsx'
import { SearchLink } from './search-entry.tsx'
import { PendingDot, sideBarId } from './side-bar.tsx'
import { isCurrent, type SiteLink } from './site-links.ts'

interface TopBarProps {
  site: SiteInfo
  pendingCount: number
  unreadCount: number
}

/** The top bar on phones: brand, notifications, theme, and the button that opens the sidebar. */
export function TopBar({ site, pendingCount, unreadCount }: TopBarProps) {
  return (
    <header className="top-bar">
      <Brand site={site} />
      <SearchLink />
      <Bell count={unreadCount} />
      <ThemeToggle />
      <span className="top-bar-menu">
        <IconButton icon="menu" label={t('Menu')} popoverTarget={sideBarId} />
        <PendingDot count={pendingCount} />
      </span>
    </header>
  )
}

/** The tab bar on phones, with the five most important links. */
export function TabBar({ path, links }: { path: string; links: SiteLink[] }) {
  const shown = links.filter((link) => link.inTabBar)
  return (
    <nav className="tab-bar" aria-label={t('Sections')}>
      {shown.map((link) => (
        <Link
          key={link.label}
          href={link.href}
          className="tab-bar-link"
          aria-current={isCurrent(link, path) ? 'page' : undefined}
        >
          <Icon name={link.icon} />
          {link.label}
        </Link>
      ))}
    </nav>
  )
}
