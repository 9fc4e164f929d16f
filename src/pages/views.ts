import type { PageView } from './page.ts'

/** A view that is fetched when it is first needed and then stays. One that could not be had is not tried again: loading the
 *  document is the way on, since a newer version of the site has other files. */
export interface LazyView {
  load: () => Promise<PageView>
  loaded: PageView | null
}

const lazy = (fetchView: () => Promise<PageView>): LazyView => {
  let pending: Promise<PageView> | undefined
  const view: LazyView = {
    loaded: null,
    load: () => (pending ??= fetchView().then((loaded) => (view.loaded = loaded))),
  }
  return view
}

/** Each screen's view as a chunk of its own, by the name of its folder. */
export const views = {
  home: lazy(async () => (await import('./home/home.tsx')).homePage),
  login: lazy(async () => (await import('./login/login.tsx')).loginPage),
  post: lazy(async () => (await import('./post/post.tsx')).postPage),
  'edit-post': lazy(async () => (await import('./edit-post/edit-post.tsx')).editPostPage),
  'write-article': lazy(async () => (await import('./write-article/write-article.tsx')).writeArticlePage),
  'edit-article': lazy(async () => (await import('./edit-article/edit-article.tsx')).editArticlePage),
  blog: lazy(async () => (await import('./blog/blog.tsx')).blogPage),
  'post-versions': lazy(async () => (await import('./post-versions/post-versions.tsx')).postVersionsPage),
  'post-version': lazy(async () => (await import('./post-version/post-version.tsx')).postVersionPage),
  'post-mentions': lazy(async () => (await import('./post-mentions/post-mentions.tsx')).postMentionsPage),
  github: lazy(async () => (await import('./github/github.tsx')).githubPage),
  projects: lazy(async () => (await import('./projects/projects.tsx')).projectsPage),
  project: lazy(async () => (await import('./project/project.tsx')).projectPage),
  'manage-livestreams': lazy(
    async () => (await import('./manage-livestreams/manage-livestreams.tsx')).manageLivestreamsPage,
  ),
  'go-live': lazy(async () => (await import('./go-live/go-live.tsx')).goLivePage),
  livestream: lazy(async () => (await import('./livestream/livestream.tsx')).livestreamPage),
  recording: lazy(async () => (await import('./recording/recording.tsx')).recordingPage),
  search: lazy(async () => (await import('./search/search.tsx')).searchPage),
  settings: lazy(async () => (await import('./settings/settings.tsx')).settingsPage),
  'settings-account': lazy(async () => (await import('./settings-account/settings-account.tsx')).settingsAccountPage),
  'settings-security': lazy(
    async () => (await import('./settings-security/settings-security.tsx')).settingsSecurityPage,
  ),
  'settings-muted': lazy(async () => (await import('./settings-muted/settings-muted.tsx')).settingsMutedPage),
  'settings-notifications': lazy(
    async () => (await import('./settings-notifications/settings-notifications.tsx')).settingsNotificationsPage,
  ),
  notifications: lazy(async () => (await import('./notifications/notifications.tsx')).notificationsPage),
  unsubscribe: lazy(async () => (await import('./unsubscribe/unsubscribe.tsx')).unsubscribePage),
  'admin-jobs': lazy(async () => (await import('./admin-jobs/admin-jobs.tsx')).adminJobsPage),
  'admin-mails': lazy(async () => (await import('./admin-mails/admin-mails.tsx')).adminMailsPage),
  'admin-reports': lazy(async () => (await import('./admin-reports/admin-reports.tsx')).adminReportsPage),
  members: lazy(async () => (await import('./members/members.tsx')).membersPage),
  followers: lazy(async () => (await import('./follows/follows.tsx')).followersPage),
  following: lazy(async () => (await import('./follows/follows.tsx')).followingPage),
  profile: lazy(async () => (await import('./profile/profile.tsx')).profilePage),
  'admin-comments': lazy(async () => (await import('./admin-comments/admin-comments.tsx')).adminCommentsPage),
  sponsorship: lazy(async () => (await import('./sponsorship/sponsorship.tsx')).sponsorshipPage),
  sponsor: lazy(async () => (await import('./sponsor/sponsor.tsx')).sponsorPage),
  'not-found': lazy(async () => (await import('./not-found/not-found.tsx')).notFoundPage),
} as const satisfies Record<string, LazyView>
export type ViewName = keyof typeof views
