import { t } from '#messages/messages.ts'
import {
  membersAddress,
  ownProfileAddress,
  profileAddress,
} from '#features/people/profiles/profile-addresses.contract.ts'
import { ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { guestbookAddress } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { orderedSections } from '#features/admin/site-settings/section-order.contract.ts'
import { postFeedPath, isOn, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import type { Section } from '#schemas/sections.contract.ts'
import type { IconName } from '#ui/icon-names.ts'
import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import {
  livestreamsAddress,
  manageLivestreamsAddress,
} from '#features/live/livestreams/livestream-addresses.contract.ts'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { profileOf, type ShellViewer } from './viewer.ts'

export interface SiteLink {
  href: string
  label: string
  icon: IconName
  /** The section that the link leads to. Its place depends on the order of the sections. */
  section?: Section
  /** Shown only while this section is on. */
  onlyWith?: Section
  /** Shown only to members. */
  forMembers?: boolean
  /** Hidden from readers. */
  forWriters?: boolean
  /** Also shown in the tab bar on phones. */
  inTabBar?: boolean
}

type NavigationSite = Pick<SiteInfo, 'ownerUsername' | 'sectionsOff' | 'sectionOrder' | 'home'>

/** Number of sections in the tab bar on phones, including the home page if that is not the feed. */
const maxInTabBar = 4

/** Returns the navigation links. Source: docs/product.md, Navigation. */
export function siteLinks(viewer: ShellViewer, site: NavigationSite): SiteLink[] {
  const links = defaultLinks(viewer, site).filter(({ section, onlyWith = section }) => isOn(site, onlyWith))
  const order = orderedSections(site.sectionOrder ?? [])
  const ofSections = links
    .filter(({ section }) => section !== undefined)
    .toSorted((one, other) => order.indexOf(one.section!) - order.indexOf(other.section!))
  const inTabBar = ofSections.splice(0, site.home ? maxInTabBar - 1 : maxInTabBar)
  for (const link of inTabBar) link.inTabBar = true
  const [profile, ...forMembers] = links.filter(({ section }) => section === undefined)
  const [next, ...last] = ofSections
  return [...homeLink(site), ...inTabBar, profile!, ...(next ? [next] : []), ...forMembers, ...last]
}

/** The home page, unless it is the feed. */
const homeLink = ({ home }: NavigationSite): SiteLink[] =>
  home ? [{ href: '/', label: t('Home'), icon: 'house', inTabBar: true }] : []

/** All links in their default order. */
function defaultLinks(viewer: ShellViewer, site: NavigationSite): SiteLink[] {
  const { ownerUsername } = site
  const username = profileOf(viewer)?.username
  return [
    { href: postFeedPath(site), label: t('Feed'), icon: site.home ? 'list' : 'house', section: 'feed' },
    { href: blogAddress.href(), label: t('Blog'), icon: 'newspaper', section: 'blog' },
    { href: livestreamsAddress.href(), label: t('Live Stream'), icon: 'radio', section: 'live' },
    { href: projectsAddress.href(), label: t('Projects'), icon: 'folder-git-2', section: 'projects' },
    {
      href: username ? profileAddress.href({ username }) : ownProfileAddress.href(),
      label: t('Profile'),
      icon: 'user',
      inTabBar: true,
    },
    {
      href: ownerUsername ? sponsorAddress.href({ username: ownerUsername }) : ownSponsorAddress.href(),
      label: t('Sponsor Me'),
      icon: 'hand-heart',
      section: 'sponsor',
    },
    { href: notificationsAddress.href(), label: t('Notifications'), icon: 'bell', forMembers: true },
    {
      href: manageLivestreamsAddress.href(),
      label: t('Manage Streams'),
      icon: 'sliders-horizontal',
      forMembers: true,
      forWriters: true,
      onlyWith: 'live',
    },
    { href: settingsAddress.href(), label: t('Settings'), icon: 'settings', forMembers: true },
    { href: membersAddress.href(), label: t('Members'), icon: 'users', section: 'members' },
    { href: guestbookAddress.href(), label: t('Guestbook'), icon: 'book-open', section: 'guestbook' },
  ]
}

/** Returns the URLs of those links in the site's frame that are marked as current at a path. */
export function currentHrefs(path: string, links: SiteLink[], { pages = [] }: Pick<SiteInfo, 'pages'>): string[] {
  const ofPages = pages.map(({ slug }) => sitePageAddress.href({ slug }))
  return [
    ...links.filter((link) => isCurrent(link, path)).map(({ href }) => href),
    ...[...ofPages, searchAddress.path].filter((href) => href === path),
  ]
}

/** Returns whether `path` is the link's path or below it. */
function isCurrent({ href }: SiteLink, path: string): boolean {
  if (href === '/') return path === '/'
  if (href.startsWith(`${ownProfileAddress.path}/`) && path === ownProfileAddress.path) return true
  return path === href || path.startsWith(`${href}/`)
}
