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
import type { SiteLink } from './site-links.ts'

interface TopBarProps {
  site: SiteInfo
  pendingCount: number
  unreadCount: number
}

/** The content of the top bar on phones: brand, notifications, theme, and the button that opens the sidebar. */
export function TopBar({ site, pendingCount, unreadCount }: TopBarProps) {
  return (
    <>
      <Brand site={site} />
      <SearchLink />
      <Bell count={unreadCount} />
      <ThemeToggle />
      <span className="top-bar-menu">
        <IconButton icon="menu" label={t('Menu')} popoverTarget={sideBarId} />
        <PendingDot count={pendingCount} />
      </span>
    </>
  )
}

interface TabBarProps {
  links: SiteLink[]
  /** See {@link currentHrefs}. */
  current: readonly string[]
}

/** The content of the tab bar on phones: the five most important links. */
export function TabBar({ links, current }: TabBarProps) {
  const shown = links.filter((link) => link.inTabBar)
  return shown.map((link) => (
    <Link
      key={link.label}
      href={link.href}
      className="tab-bar-link"
      aria-current={current.includes(link.href) ? 'page' : undefined}
    >
      <Icon name={link.icon} />
      {link.label}
    </Link>
  ))
}
