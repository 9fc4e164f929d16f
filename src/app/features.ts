import { type Feature, servicesOf } from '#kernel/feature.ts'
import { accountsFeature } from '#features/accounts/accounts.feature.ts'
import { apiFeature } from '#features/api/api.feature.ts'
import { archivesFeature } from '#features/archives/archives.feature.ts'
import { avatarsFeature } from '#features/avatars/avatars.feature.ts'
import { cardsFeature } from '#features/cards/cards.feature.ts'
import { categoriesFeature } from '#features/categories/categories.feature.ts'
import { chatFeature } from '#features/chat/chat.feature.ts'
import { commentsFeature } from '#features/comments/comments.feature.ts'
import { departuresFeature } from '#features/departures/departures.feature.ts'
import { draftsFeature } from '#features/drafts/drafts.feature.ts'
import { feedsFeature } from '#features/feeds/feeds.feature.ts'
import { followsFeature } from '#features/follows/follows.feature.ts'
import { githubCardsFeature } from '#features/github-cards/github-cards.feature.ts'
import { githubFeature } from '#features/github/github.feature.ts'
import { healthFeature } from '#features/health/health.feature.ts'
import { imageProxyFeature } from '#features/image-proxy/image-proxy.feature.ts'
import { importsFeature } from '#features/imports/imports.feature.ts'
import { jobsFeature } from '#features/jobs/jobs.feature.ts'
import { likesFeature } from '#features/likes/likes.feature.ts'
import { livestreamsFeature } from '#features/livestreams/livestreams.feature.ts'
import { moderationQueueFeature } from '#features/moderation-queue/moderation-queue.feature.ts'
import { mutesFeature } from '#features/mutes/mutes.feature.ts'
import { neighboursFeature } from '#features/neighbours/neighbours.feature.ts'
import { notificationsFeature } from '#features/notifications/notifications.feature.ts'
import { oembedFeature } from '#features/oembed/oembed.feature.ts'
import { pinsFeature } from '#features/pins/pins.feature.ts'
import { postsFeature } from '#features/posts/posts.feature.ts'
import { profileLinksFeature } from '#features/profile-links/profile-links.feature.ts'
import { profilesFeature } from '#features/profiles/profiles.feature.ts'
import { projectsFeature } from '#features/projects/projects.feature.ts'
import { reportsFeature } from '#features/reports/reports.feature.ts'
import { searchFeature } from '#features/search/search.feature.ts'
import { sentWebmentionsFeature } from '#features/sent-webmentions/sent-webmentions.feature.ts'
import { siteFeature } from '#features/site/site.feature.ts'
import { sitemapFeature } from '#features/sitemap/sitemap.feature.ts'
import { sponsorshipFeature } from '#features/sponsorship/sponsorship.feature.ts'
import { suspensionsFeature } from '#features/suspensions/suspensions.feature.ts'
import { uploadsFeature } from '#features/uploads/uploads.feature.ts'
import { versionsFeature } from '#features/versions/versions.feature.ts'
import { webmentionsFeature } from '#features/webmentions/webmentions.feature.ts'

/** All features. Their routes are tried, their parts of an account deleted, and their demo content created in this order:
 *  demo content may build on that of earlier features, and what is derived from posts is deleted before them. */
const all = [
  healthFeature,
  siteFeature,
  accountsFeature,
  profilesFeature,
  githubCardsFeature,
  feedsFeature,
  sentWebmentionsFeature,
  postsFeature,
  likesFeature,
  moderationQueueFeature,
  commentsFeature,
  webmentionsFeature,
  draftsFeature,
  followsFeature,
  profileLinksFeature,
  pinsFeature,
  projectsFeature,
  livestreamsFeature,
  notificationsFeature,
  githubFeature,
  sponsorshipFeature,
  apiFeature,
  archivesFeature,
  avatarsFeature,
  cardsFeature,
  categoriesFeature,
  chatFeature,
  departuresFeature,
  imageProxyFeature,
  importsFeature,
  jobsFeature,
  mutesFeature,
  neighboursFeature,
  oembedFeature,
  reportsFeature,
  searchFeature,
  sitemapFeature,
  suspensionsFeature,
  uploadsFeature,
  versionsFeature,
] as const

export const features: readonly Feature[] = all
export const routes = features.flatMap((feature) => feature.routes ?? [])
export const createFeatureServices = servicesOf(all)
