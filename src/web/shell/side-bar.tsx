import { t } from '#messages/messages.ts'
import './side-bar.css'
import { isOn, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { feedPath } from '#features/discovery/feeds/feeds.contract.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { type RefObject, useEffect } from 'react'
import { Link } from 'wouter'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { bellLabel, UnreadBadge } from './bell.tsx'
import { Brand } from './brand.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { PageLinks } from './page-links.tsx'
import { SideLinks, SideRules } from './side-links.tsx'
import { SearchEntry } from './search-entry.tsx'
import type { SiteLink } from './site-links.ts'
import { UserPanel } from './user-panel.tsx'
import type { ShellViewer } from './viewer.ts'

interface SideBarProps {
  links: SiteLink[]
  /** See {@link currentHrefs}. */
  current: readonly string[]
  viewer: ShellViewer
  pendingCount: number
  unreadCount: number
  site: SiteInfo
  onSignOut: () => void
}

/** The id for the menu button on phones. */
export const sideBarId = 'side-bar'

/** The content of the sidebar, the navigation next to the page. */
export function SideBar({ links, current, viewer, pendingCount, unreadCount, site, onSignOut }: SideBarProps) {
  return (
    <>
      <div className="side-bar-head">
        <Brand site={site} />
        <ThemeToggle />
        <IconButton
          className="side-bar-close"
          icon="x"
          label={t('Close menu')}
          popoverTarget={sideBarId}
          popoverTargetAction="hide"
        />
      </div>
      {site.tagline && <p className="side-tagline">{site.tagline}</p>}
      <SearchEntry isCurrent={current.includes(searchAddress.path)} />
      <nav aria-label={t('Main')}>
        <ul className="side-links">
          {links.map((link) => (
            <li key={link.label} className={audienceOf(link)}>
              <Link
                href={link.href}
                className="side-link"
                aria-current={current.includes(link.href) ? 'page' : undefined}
                aria-label={link.href === notificationsAddress.path ? bellLabel(unreadCount) : undefined}
              >
                <span className="side-link-icon">
                  <Icon name={link.icon} />
                  {link.href === settingsAddress.path && <PendingDot count={pendingCount} />}
                  {link.href === notificationsAddress.path && <UnreadBadge count={unreadCount} />}
                </span>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PageLinks site={site} current={current} />
      {site.links && <SideLinks links={site.links} />}
      <SubscribeLinks site={site} />
      <SideRules site={site} />
      {!site.hasOneLanguage && <LanguageChoice />}
      <div className="side-bar-foot">
        <UserPanel viewer={viewer} isRegistrationOpen={site.isRegistrationOpen} onSignOut={onSignOut} />
      </div>
    </>
  )
}

/** Returns the classes that hide the link from others. */
const audienceOf = ({ forMembers, forWriters }: SiteLink): string | undefined =>
  [forMembers && 'for-members', forWriters && 'for-writers'].filter(Boolean).join(' ') || undefined

/** Closes the drawer on phones after a click on a link. */
export function useClosingAfterLinks(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => closeAfterLinks(bar.current!), [bar])
}

/** @returns a function that stops this */
function closeAfterLinks(bar: HTMLElement): () => void {
  const close = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a') && bar.matches(':popover-open')) bar.hidePopover()
  }
  bar.addEventListener('click', close)
  return () => bar.removeEventListener('click', close)
}

/** Indicates that comments are pending. */
export function PendingDot({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="pending-dot">
      <span className="visually-hidden">
        {t('{count, plural, one {# comment awaiting approval} other {# comments awaiting approval}}:', { count })}{' '}
      </span>
    </span>
  )
}

function SubscribeLinks({ site }: { site: SiteInfo }) {
  const [hasFeed, hasBlog] = [isOn(site, 'feed'), isOn(site, 'blog')]
  if (!hasFeed && !hasBlog) return null
  return (
    <div className="side-feeds">
      <h2 className="overline">{t('Subscribe')}</h2>
      {hasFeed && <FeedLink href={feedPath('', 'rss')} label={t('All Posts RSS')} />}
      {hasBlog && <FeedLink href={feedPath(blogAddress.path, 'rss')} label={t('Blog RSS')} />}
    </div>
  )
}

function FeedLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="side-link side-feed" href={href} target="_blank" rel="noopener">
      <span className="side-link-icon">
        <Icon name="rss" />
      </span>
      {label}
    </a>
  )
}
