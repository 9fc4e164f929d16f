import type { IconName } from '#ui/icon-names.ts'
import { profileOf, type ShellViewer } from './viewer.ts'

export interface SiteLink {
  href: string
  label: string
  icon: IconName
  /** Shown to members only. */
  forMembers?: boolean
  /** In the phone's bar too. */
  inTabBar?: boolean
}

/** Where one can go from everywhere. Source: spec §2, Navigation. */
export function siteLinks(viewer: ShellViewer, ownerUsername: string | null): SiteLink[] {
  const username = profileOf(viewer)?.username
  return [
    { href: '/', label: 'Feed', icon: 'house', inTabBar: true },
    { href: '/blog', label: 'Blog', icon: 'newspaper', inTabBar: true },
    { href: '/livestream', label: 'Live Stream', icon: 'radio', inTabBar: true },
    { href: '/projects', label: 'Projects', icon: 'folder-git-2', inTabBar: true },
    { href: username ? `/profile/${username}` : '/profile', label: 'Profile', icon: 'user', inTabBar: true },
    { href: ownerUsername ? `/sponsor/${ownerUsername}` : '/sponsor', label: 'Sponsor Me', icon: 'hand-heart' },
    { href: '/notifications', label: 'Notifications', icon: 'bell', forMembers: true },
    { href: '/livestreams/manage', label: 'Manage Streams', icon: 'sliders-horizontal', forMembers: true },
    { href: '/settings', label: 'Settings', icon: 'settings', forMembers: true },
    { href: '/members', label: 'Members', icon: 'users' },
  ]
}

/** Whether the page at `path` is the link's own or lies under it. */
export function isCurrent({ href }: SiteLink, path: string): boolean {
  if (href === '/') return path === '/'
  if (href.startsWith('/profile/') && path === '/profile') return true
  return path === href || path.startsWith(`${href}/`)
}
