import { type Feature, routesOf, servicesOf } from '#kernel/feature.ts'
import { accountsFeature } from '#features/people/accounts/accounts.feature.ts'
import { adminMembersFeature } from '#features/admin/members/members.feature.ts'
import { addressChecksFeature } from '#features/admin/address-checks/address-checks.feature.ts'
import { apiFeature } from '#features/admin/api/api.feature.ts'
import { archivesFeature } from '#features/admin/archives/archives.feature.ts'
import { auditFeature } from '#features/admin/audit/audit.feature.ts'
import { avatarsFeature } from '#features/people/avatars/avatars.feature.ts'
import { socialImagesFeature } from '#features/discovery/social-images/social-images.feature.ts'
import { backupsFeature } from '#features/admin/backups/backups.feature.ts'
import { categoriesFeature } from '#features/writing/categories/categories.feature.ts'
import { chatFeature } from '#features/live/chat/chat.feature.ts'
import { commentsFeature } from '#features/conversation/comments/comments.feature.ts'
import { contactMessagesFeature } from '#features/conversation/contact-messages/contact-messages.feature.ts'
import { accountDeletionFeature } from '#features/people/account-deletion/account-deletion.feature.ts'
import { diagnosticsFeature } from '#features/admin/diagnostics/diagnostics.feature.ts'
import { draftSchedulesFeature } from '#features/writing/draft-schedules/draft-schedules.feature.ts'
import { draftsFeature } from '#features/writing/drafts/drafts.feature.ts'
import { feedsFeature } from '#features/discovery/feeds/feeds.feature.ts'
import { followsFeature } from '#features/people/follows/follows.feature.ts'
import { githubPreviewsFeature } from '#features/work/github-previews/github-previews.feature.ts'
import { githubFeature } from '#features/work/github/github.feature.ts'
import { healthFeature } from '#features/admin/health/health.feature.ts'
import { imageProxyFeature } from '#features/discovery/image-proxy/image-proxy.feature.ts'
import { importRunsFeature } from '#features/admin/import-runs/import-runs.feature.ts'
import { importsFeature } from '#features/admin/imports/imports.feature.ts'
import { jobsFeature } from '#features/admin/jobs/jobs.feature.ts'
import { policyReportsFeature } from '#features/admin/policy-reports/policy-reports.feature.ts'
import { languagesFeature } from '#features/discovery/languages/languages.feature.ts'
import { likesFeature } from '#features/writing/likes/likes.feature.ts'
import { livestreamsFeature } from '#features/live/livestreams/livestreams.feature.ts'
import { moderationQueueFeature } from '#features/conversation/moderation-queue/moderation-queue.feature.ts'
import { metricsFeature } from '#features/admin/metrics/metrics.feature.ts'
import { mutesFeature } from '#features/people/mutes/mutes.feature.ts'
import { adjacentArticlesFeature } from '#features/writing/adjacent-articles/adjacent-articles.feature.ts'
import { notificationsFeature } from '#features/people/notifications/notifications.feature.ts'
import { oembedFeature } from '#features/discovery/oembed/oembed.feature.ts'
import { overviewFeature } from '#features/admin/overview/overview.feature.ts'
import { pinsFeature } from '#features/writing/pins/pins.feature.ts'
import { postsFeature } from '#features/writing/posts/posts.feature.ts'
import { profileLinksFeature } from '#features/people/profile-links/profile-links.feature.ts'
import { profilesFeature } from '#features/people/profiles/profiles.feature.ts'
import { projectsFeature } from '#features/work/projects/projects.feature.ts'
import { redirectsFeature } from '#features/admin/redirects/redirects.feature.ts'
import { registrationFeature } from '#features/people/registration/registration.feature.ts'
import { reportsFeature } from '#features/admin/reports/reports.feature.ts'
import { searchFeature } from '#features/discovery/search/search.feature.ts'
import { sharedDraftsFeature } from '#features/writing/shared-drafts/shared-drafts.feature.ts'
import { sentWebmentionsFeature } from '#features/conversation/sent-webmentions/sent-webmentions.feature.ts'
import { seriesFeature } from '#features/writing/series/series.feature.ts'
import { siteSettingsFeature } from '#features/admin/site-settings/site-settings.feature.ts'
import { resumesFeature } from '#features/people/resumes/resumes.feature.ts'
import { siteFeature } from '#features/discovery/site/site.feature.ts'
import { webAppFeature } from '#features/discovery/web-app/web-app.feature.ts'
import { setupFeature } from '#features/admin/setup/setup.feature.ts'
import { sitemapFeature } from '#features/discovery/sitemap/sitemap.feature.ts'
import { sponsorshipFeature } from '#features/work/sponsorship/sponsorship.feature.ts'
import { suspensionsFeature } from '#features/admin/suspensions/suspensions.feature.ts'
import { uploadsFeature } from '#features/writing/uploads/uploads.feature.ts'
import { sitePagesFeature } from '#features/writing/site-pages/site-pages.feature.ts'
import { talksFeature } from '#features/people/talks/talks.feature.ts'
import { testimonialsFeature } from '#features/people/testimonials/testimonials.feature.ts'
import { tagsFeature } from '#features/writing/tags/tags.feature.ts'
import { historyFeature } from '#features/writing/history/history.feature.ts'
import { webmentionsFeature } from '#features/conversation/webmentions/webmentions.feature.ts'

/** All features. Routes are matched, account data is deleted, and demo content is created in this order: demo content
 *  may build on demo content from earlier features, and data derived from posts is deleted before the posts. */
const all = [
  healthFeature,
  siteFeature,
  webAppFeature,
  siteSettingsFeature,
  accountsFeature,
  profilesFeature,
  registrationFeature,
  githubPreviewsFeature,
  feedsFeature,
  sentWebmentionsFeature,
  postsFeature,
  seriesFeature,
  tagsFeature,
  sitePagesFeature,
  languagesFeature,
  likesFeature,
  moderationQueueFeature,
  commentsFeature,
  webmentionsFeature,
  contactMessagesFeature,
  draftsFeature,
  draftSchedulesFeature,
  sharedDraftsFeature,
  followsFeature,
  profileLinksFeature,
  pinsFeature,
  projectsFeature,
  resumesFeature,
  talksFeature,
  testimonialsFeature,
  livestreamsFeature,
  notificationsFeature,
  githubFeature,
  sponsorshipFeature,
  apiFeature,
  archivesFeature,
  avatarsFeature,
  auditFeature,
  adminMembersFeature,
  backupsFeature,
  socialImagesFeature,
  categoriesFeature,
  chatFeature,
  accountDeletionFeature,
  imageProxyFeature,
  diagnosticsFeature,
  importsFeature,
  importRunsFeature,
  jobsFeature,
  policyReportsFeature,
  metricsFeature,
  mutesFeature,
  adjacentArticlesFeature,
  oembedFeature,
  overviewFeature,
  setupFeature,
  redirectsFeature,
  addressChecksFeature,
  reportsFeature,
  searchFeature,
  sitemapFeature,
  suspensionsFeature,
  uploadsFeature,
  historyFeature,
] as const

export const features: readonly Feature[] = all
export const routes = features.flatMap(routesOf)
export const createFeatureServices = servicesOf(all)
