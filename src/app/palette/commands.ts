import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { isOn, postFeedPath, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { useShownViewer } from '#features/people/profiles/profiles.hooks.ts'
import { writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { adminScreensFor } from '#pages/admin/admin-screens.tsx'
import { pageAt } from '#pages/pages.ts'
import { mayModerate } from '#schemas/roles.contract.ts'
import { settingsAreas } from '#pages/settings/settings-areas.ts'
import { toggleTheme } from '#ui/theme-toggle.tsx'
import { focusComposer, newPostHash } from '#web/focus-composer.ts'
import { siteLinks } from '#web/shell/site-links.ts'
import { isReader, profileOf, type ShellViewer } from '#web/shell/viewer.ts'
import type { Option } from './palette-options.ts'

export interface FrameActions {
  showShortcuts: () => void
  signOut: () => void
}

/** Returns the pages and actions that the viewer can use. */
export function useCommands(actions: FrameActions): Option[] {
  const site = useSite()
  const viewer = useShownViewer()
  const [, navigate] = useLocation()
  const writePost = () => {
    if (!focusComposer()) navigate(postFeedPath(site) + newPostHash)
  }
  const options = [...pageOptions(viewer, site), ...actionOptions(viewer, { ...actions, writePost }, site)]
  return isReader(viewer)
    ? options.filter(({ opens }) => typeof opens !== 'string' || !pageAt(opens, site).page.forWriters)
    : options
}

const page = (link: Pick<Option, 'label' | 'icon'> & { href: string }, isMinor = false): Option => ({
  group: 'Pages',
  label: link.label,
  icon: link.icon,
  opens: link.href,
  isMinor,
})
const action = (label: string, icon: Option['icon'], opens: Option['opens']): Option => ({
  group: 'Actions',
  label,
  icon,
  opens,
})

function pageOptions(viewer: ShellViewer, site: SiteInfo): Option[] {
  const links = siteLinks(viewer, site).filter(
    ({ forMembers, forWriters }) => (!forMembers || viewer !== null) && (!forWriters || !isReader(viewer)),
  )
  const ownPages = (site.pages ?? []).map(({ slug, title }) =>
    page({ label: title, icon: 'file-text', href: sitePageAddress.href({ slug }) }),
  )
  const settings = (viewer === null ? [] : settingsAreas.slice(1)).map(({ path, label }) =>
    page({ label: t('Settings: {label}', { label }), icon: 'settings', href: path }, true),
  )
  const profile = profileOf(viewer)
  const overview = { label: t('Overview'), icon: 'chart-column', href: adminOverviewAddress.href() } as const
  const administration = [
    ...(profile?.role === 'admin' ? [overview] : []),
    { label: t('Comments'), icon: 'message-square', href: adminCommentsAddress.href() } as const,
    ...(profile ? adminScreensFor(profile) : []),
  ].map((screen) => page({ ...screen, label: t('Administration: {label}', { label: screen.label }) }, true))
  return [
    ...links.map((link) => page(link)),
    ...ownPages,
    ...settings,
    ...(profile && mayModerate(profile) ? administration : []),
  ]
}

function actionOptions(
  viewer: ShellViewer,
  { writePost, showShortcuts, signOut }: FrameActions & { writePost: () => void },
  site: SiteInfo,
): Option[] {
  const writing = [
    ...(isOn(site, 'feed') ? [action(t('Write a post'), 'square-pen', writePost)] : []),
    ...(isOn(site, 'blog') ? [action(t('Write an article'), 'newspaper', writeArticleAddress.href())] : []),
  ]
  const session =
    viewer === null
      ? [
          action(t('Sign in'), 'log-in', loginAddress.href()),
          ...(site.isRegistrationOpen ? [action(t('Join'), 'user-plus', loginAddress.href({ tab: 'register' }))] : []),
        ]
      : [action(t('Log out'), 'log-out', signOut)]
  return [
    ...(viewer === null || isReader(viewer) ? [] : writing),
    action(t('Switch between light and dark theme'), 'moon', () => void toggleTheme()),
    action(t('Show keyboard shortcuts'), 'keyboard', showShortcuts),
    ...session,
  ]
}
