import type { Route } from '#kernel/http.ts'
import { accountSessionRoutes } from '#features/accounts/account-sessions.routes.ts'
import { accountProofRoutes } from '#features/accounts/account-proofs.routes.ts'
import { accountRoutes } from '#features/accounts/accounts.routes.ts'
import { archiveRoutes } from '#features/archives/archives.routes.ts'
import { avatarRoutes } from '#features/avatars/avatars.routes.ts'
import { cardRoutes } from '#features/cards/cards.routes.ts'
import { categoryRoutes } from '#features/categories/categories.routes.ts'
import { chatModerationRoutes } from '#features/chat/chat-moderation.routes.ts'
import { chatReplayRoutes } from '#features/chat/chat-replay.routes.ts'
import { chatRoutes } from '#features/chat/chat.routes.ts'
import { departureRoutes } from '#features/departures/departures.routes.ts'
import { commentQueueRoutes } from '#features/comments/comment-queue.routes.ts'
import { commentRoutes } from '#features/comments/comments.routes.ts'
import { draftRoutes } from '#features/drafts/drafts.routes.ts'
import { feedRoutes } from '#features/feeds/feeds.routes.ts'
import { followRoutes } from '#features/follows/follows.routes.ts'
import { githubSyncRoutes } from '#features/github/github-sync.routes.ts'
import { githubWebhookRoutes } from '#features/github/github-webhook.routes.ts'
import { githubRoutes } from '#features/github/github.routes.ts'
import { healthRoutes } from '#features/health/health.routes.ts'
import { imageProxyRoutes } from '#features/image-proxy/image-proxy.routes.ts'
import { jobRoutes } from '#features/jobs/jobs.routes.ts'
import { browserBroadcastRoutes } from '#features/livestreams/browser-broadcasts.routes.ts'
import { calendarRoutes } from '#features/livestreams/calendars.routes.ts'
import { livestreamRoutes } from '#features/livestreams/livestreams.routes.ts'
import { muxWebhookRoutes } from '#features/livestreams/mux-webhook.routes.ts'
import { recordingRoutes } from '#features/livestreams/recordings.routes.ts'
import { likeRoutes } from '#features/likes/likes.routes.ts'
import { muteRoutes } from '#features/mutes/mutes.routes.ts'
import { neighbourRoutes } from '#features/neighbours/neighbours.routes.ts'
import { notificationRoutes } from '#features/notifications/notifications.routes.ts'
import { unsubscribeRoutes } from '#features/notifications/unsubscribe.routes.ts'
import { oembedRoutes } from '#features/oembed/oembed.routes.ts'
import { pinRoutes } from '#features/pins/pins.routes.ts'
import { postRoutes } from '#features/posts/posts.routes.ts'
import { projectImportRoutes } from '#features/projects/project-import.routes.ts'
import { projectRoutes } from '#features/projects/projects.routes.ts'
import { peopleRoutes } from '#features/profiles/people.routes.ts'
import { profileLinkRoutes } from '#features/profile-links/profile-links.routes.ts'
import { profileRoutes } from '#features/profiles/profiles.routes.ts'
import { roleRoutes } from '#features/profiles/roles.routes.ts'
import { reportRoutes } from '#features/reports/reports.routes.ts'
import { searchRoutes } from '#features/search/search.routes.ts'
import { sentWebmentionRoutes } from '#features/sent-webmentions/sent-webmentions.routes.ts'
import { siteFileRoutes } from '#features/site/site-files.routes.ts'
import { siteRoutes } from '#features/site/site.routes.ts'
import { sitemapRoutes } from '#features/sitemap/sitemap.routes.ts'
import { githubSponsorRoutes } from '#features/sponsorship/github-sponsors.routes.ts'
import { sponsorGoalRoutes } from '#features/sponsorship/sponsor-goals.routes.ts'
import { sponsorImportRoutes } from '#features/sponsorship/sponsor-imports.routes.ts'
import { sponsorTierRoutes } from '#features/sponsorship/sponsor-tiers.routes.ts'
import { sponsorRoutes } from '#features/sponsorship/sponsors.routes.ts'
import { suspensionRoutes } from '#features/suspensions/suspensions.routes.ts'
import { uploadRoutes } from '#features/uploads/uploads.routes.ts'
import { versionRoutes } from '#features/versions/versions.routes.ts'
import { blueskyProfileRoutes } from '#features/webmentions/bluesky-profiles.routes.ts'
import { webmentionEndpointRoutes } from '#features/webmentions/endpoint.routes.ts'
import { webmentionQueueRoutes } from '#features/webmentions/webmention-queue.routes.ts'
import { webmentionRoutes } from '#features/webmentions/webmentions.routes.ts'

/** Every address of the API, in the order in which they are tried. Screens are listed in pages/pages.ts. */
export const routes: Route[] = [
  ...githubRoutes,
  ...githubSyncRoutes,
  ...githubWebhookRoutes,
  ...healthRoutes,
  ...siteRoutes,
  ...accountRoutes,
  ...accountProofRoutes,
  ...accountSessionRoutes,
  ...archiveRoutes,
  ...departureRoutes,
  ...profileRoutes,
  ...peopleRoutes,
  ...roleRoutes,
  ...profileLinkRoutes,
  ...followRoutes,
  ...muteRoutes,
  ...categoryRoutes,
  ...postRoutes,
  ...versionRoutes,
  ...neighbourRoutes,
  ...likeRoutes,
  ...notificationRoutes,
  ...unsubscribeRoutes,
  ...pinRoutes,
  ...commentRoutes,
  ...commentQueueRoutes,
  ...webmentionRoutes,
  ...webmentionQueueRoutes,
  ...blueskyProfileRoutes,
  ...webmentionEndpointRoutes,
  ...sentWebmentionRoutes,
  ...draftRoutes,
  ...projectRoutes,
  ...projectImportRoutes,
  ...livestreamRoutes,
  ...recordingRoutes,
  ...browserBroadcastRoutes,
  ...muxWebhookRoutes,
  ...chatRoutes,
  ...chatReplayRoutes,
  ...chatModerationRoutes,
  ...calendarRoutes,
  ...uploadRoutes,
  ...sponsorTierRoutes,
  ...sponsorGoalRoutes,
  ...sponsorRoutes,
  ...sponsorImportRoutes,
  ...githubSponsorRoutes,
  ...reportRoutes,
  ...suspensionRoutes,
  ...jobRoutes,
  ...imageProxyRoutes,
  ...avatarRoutes,
  ...feedRoutes,
  ...cardRoutes,
  ...oembedRoutes,
  ...siteFileRoutes,
  ...sitemapRoutes,
  ...searchRoutes,
]
