import { inject } from 'regexparam'
import { isOn, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import type { Page, PageProps } from './page.ts'
import { adminAuditPage } from './admin-audit/admin-audit.page.ts'
import { adminCommentsPage } from './admin-comments/admin-comments.page.ts'
import { adminInvitationTreePage } from './admin-invitation-tree/admin-invitation-tree.page.ts'
import { adminInvitationsPage } from './admin-invitations/admin-invitations.page.ts'
import { adminJobsPage } from './admin-jobs/admin-jobs.page.ts'
import { adminMailsPage } from './admin-mails/admin-mails.page.ts'
import { adminMembersPage } from './admin-members/admin-members.page.ts'
import { adminPolicyReportsPage } from './admin-policy-reports/admin-policy-reports.page.ts'
import { adminOverviewPage } from './admin-overview/admin-overview.page.ts'
import { adminPagesPage } from './admin-pages/admin-pages.page.ts'
import { adminRedirectCheckPage } from './admin-redirect-check/admin-redirect-check.page.ts'
import { adminRedirectsPage } from './admin-redirects/admin-redirects.page.ts'
import { adminSetupPage } from './admin-setup/admin-setup.page.ts'
import { adminSettingsPage } from './admin-settings/admin-settings.page.ts'
import { adminReportsPage } from './admin-reports/admin-reports.page.ts'
import { adminMessagesPage } from './admin-messages/admin-messages.page.ts'
import { blogPage } from './blog/blog.page.ts'
import { cvPage, ownerCvPage } from './cv/cv.page.ts'
import { offlinePage } from './offline/offline.page.ts'
import { composePage } from './compose/compose.page.ts'
import { contactPage } from './contact/contact.page.ts'
import { editArticlePage } from './edit-article/edit-article.page.ts'
import { editPagePage, newPagePage } from './edit-page/edit-page.page.ts'
import { editPostPage } from './edit-post/edit-post.page.ts'
import { followersPage, followingPage } from './follows/follows.page.ts'
import { githubPage } from './github/github.page.ts'
import { goLivePage } from './go-live/go-live.page.ts'
import { homePage, movedFeedPage } from './home/home.page.ts'
import { livestreamPage, livestreamsPage } from './livestream/livestream.page.ts'
import { authPage, loginPage } from './login/login.page.ts'
import { formerManageLivestreamsPage, manageLivestreamsPage } from './manage-livestreams/manage-livestreams.page.ts'
import { membersPage } from './members/members.page.ts'
import { notificationsPage } from './notifications/notifications.page.ts'
import { articlePage } from './post/article.page.ts'
import { postPage } from './post/post.page.ts'
import { postMentionsPage } from './post-mentions/post-mentions.page.ts'
import { revisionPage } from './revision/revision.page.ts'
import { guestbookPage } from './guestbook/guestbook.page.ts'
import { historyPage } from './history/history.page.ts'
import { ownProfilePage, profilePage } from './profile/profile.page.ts'
import { portfolioPage } from './portfolio/portfolio.page.ts'
import { projectPage } from './project/project.page.ts'
import { projectsPage } from './projects/projects.page.ts'
import { recordingPage } from './recording/recording.page.ts'
import { searchPage } from './search/search.page.ts'
import { settingsPage } from './settings/settings.page.ts'
import { settingsAccountPage } from './settings-account/settings-account.page.ts'
import { settingsCvPage } from './settings-cv/settings-cv.page.ts'
import { settingsImportPage } from './settings-import/settings-import.page.ts'
import { settingsMutedPage } from './settings-muted/settings-muted.page.ts'
import { settingsNotificationsPage } from './settings-notifications/settings-notifications.page.ts'
import { settingsSecurityPage } from './settings-security/settings-security.page.ts'
import { seriesPage } from './series/series.page.ts'
import { sitePage } from './site-page/site-page.page.ts'
import { sharedDraftPage } from './shared-draft/shared-draft.page.ts'
import { ownSponsorPage, sponsorPage } from './sponsor/sponsor.page.ts'
import { sponsorshipPage } from './sponsorship/sponsorship.page.ts'
import { adminTagsPage } from './admin-tags/admin-tags.page.ts'
import { tagPage } from './tag/tag.page.ts'
import { unsubscribePage } from './unsubscribe/unsubscribe.page.ts'
import { writeArticlePage } from './write-article/write-article.page.ts'

/** All of the site's screens, in the order in which they are matched. */
export const pages: readonly Page[] = [
  homePage,
  portfolioPage, // shown by pageAt, never matched by its path
  movedFeedPage,
  loginPage,
  authPage,
  composePage,
  offlinePage,
  postPage,
  writeArticlePage,
  editArticlePage,
  blogPage,
  articlePage,
  historyPage,
  revisionPage,
  postMentionsPage,
  githubPage,
  projectsPage,
  projectPage,
  livestreamsPage,
  formerManageLivestreamsPage,
  manageLivestreamsPage,
  goLivePage,
  livestreamPage,
  recordingPage,
  searchPage,
  settingsPage,
  settingsCvPage,
  settingsNotificationsPage,
  notificationsPage,
  sharedDraftPage,
  unsubscribePage,
  settingsAccountPage,
  settingsSecurityPage,
  settingsMutedPage,
  settingsImportPage,
  adminCommentsPage,
  membersPage,
  guestbookPage,
  ownProfilePage,
  profilePage,
  cvPage,
  followersPage,
  followingPage,
  adminOverviewPage,
  adminSettingsPage,
  adminSetupPage,
  adminReportsPage,
  adminJobsPage,
  adminMailsPage,
  adminPolicyReportsPage,
  adminAuditPage,
  adminMembersPage,
  adminInvitationsPage,
  adminInvitationTreePage,
  adminMessagesPage,
  adminTagsPage,
  adminPagesPage,
  newPagePage,
  editPagePage,
  adminRedirectsPage,
  adminRedirectCheckPage,
  tagPage,
  seriesPage,
  sponsorshipPage,
  ownSponsorPage,
  sponsorPage,
  editPostPage,
  contactPage,
  ownerCvPage,
]

interface PageMatch {
  page: Page
  /** The parameters in the path, as strings. */
  params: Record<string, string>
}

/** All paths without a page share one URL, so that they cannot fill the page cache. */
export const notFoundPath = '/404'

/** Returns the screen for a path; null if there is none. The path may still belong to a page written by an
 *  administrator. */
export function matchPage(path: string): PageMatch | null {
  for (const page of pages) {
    const params = page.address.match(path)
    if (params) return { page, params }
  }
  return null
}

type SiteChoices = Pick<SiteInfo, 'sectionsOff' | 'home'>

/** Returns whether the site has the screen: its section is on, and the feed is at `/` or has moved. */
export const isShown = ({ section, address }: Page, site: SiteChoices): boolean =>
  isOn(site, section) && (address !== movedFeedPage.address || site.home !== undefined)

/** Returns the screen or page to show for a path. Pages written by administrators come last, so they cannot hide a
 *  screen. */
export function pageAt(path: string, site: SiteChoices): PageMatch {
  const match = matchPage(path)
  if (match && !isShown(match.page, site)) return sitePageAt(path)
  if (match?.page === homePage && site.home) return homeOf(site.home)
  return match ?? sitePageAt(path)
}

const sitePageAt = (path: string): PageMatch => ({ page: sitePage, params: sitePage.address.match(path) ?? {} })

const homeOf = (home: NonNullable<SiteInfo['home']>): PageMatch =>
  home.kind === 'portfolio' ? { page: portfolioPage, params: {} } : { page: sitePage, params: { slug: home.slug } }

/** Parses the parameters for rendering a page. */
export const propsOf = ({ page: { address }, params }: PageMatch, search: URLSearchParams): PageProps => ({
  params: address.paramsIn(params),
  query: address.queryIn(search),
})

/** Returns the canonical path: in lower case, without a trailing slash. */
export const pathOf = ({ page, params }: PageMatch): string => inject(page.address.path, params) || '/'
