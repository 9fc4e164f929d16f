import {
  membersAddress,
  ownProfileAddress,
  profileAddress,
} from '#features/people/profiles/profile-addresses.contract.ts'
import { ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import type { IconName } from '#ui/icon-names.ts'
import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import {
  livestreamsAddress,
  manageLivestreamsAddress,
} from '#features/live/livestreams/livestream-addresses.contract.ts'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { profileOf, type ShellViewer } from './viewer.ts'

export interface SiteLink {
  href: string
  label: string
  icon: IconName
  /** Shown only to members. */
  forMembers?: boolean
  /** Also shown in the tab bar on phones. */
  inTabBar?: boolean
}

/** Returns the navigation links. Source: docs/product.md, Navigation. */
export function siteLinks(viewer: ShellViewer, ownerUsername: string | null): SiteLink[] {
  const username = profileOf(viewer)?.username
  return [
    { href: '/', label: 'Feed', icon: 'house', inTabBar: true },
    { href: blogAddress.href(), label: 'Blog', icon: 'newspaper', inTabBar: true },
    { href: livestreamsAddress.href(), label: 'Live Stream', icon: 'radio', inTabBar: true },
    { href: projectsAddress.href(), label: 'Projects', icon: 'folder-git-2', inTabBar: true },
    {
      href: username ? profileAddress.href({ username }) : ownProfileAddress.href(),
      label: 'Profile',
      icon: 'user',
      inTabBar: true,
    },
    {
      href: ownerUsername ? sponsorAddress.href({ username: ownerUsername }) : ownSponsorAddress.href(),
      label: 'Sponsor Me',
      icon: 'hand-heart',
    },
    { href: notificationsAddress.href(), label: 'Notifications', icon: 'bell', forMembers: true },
    { href: manageLivestreamsAddress.href(), label: 'Manage Streams', icon: 'sliders-horizontal', forMembers: true },
    { href: settingsAddress.href(), label: 'Settings', icon: 'settings', forMembers: true },
    { href: membersAddress.href(), label: 'Members', icon: 'users' },
  ]
}

/** Returns whether `path` is the link's path or below it. */
export function isCurrent({ href }: SiteLink, path: string): boolean {
  if (href === '/') return path === '/'
  if (href.startsWith(`${ownProfileAddress.path}/`) && path === ownProfileAddress.path) return true
  return path === href || path.startsWith(`${href}/`)
}
