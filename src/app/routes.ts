import type { Route } from '#kernel/http.ts'
import { accountSessionRoutes } from '#features/accounts/account-sessions.routes.ts'
import { accountRoutes } from '#features/accounts/accounts.routes.ts'
import { avatarRoutes } from '#features/avatars/avatars.routes.ts'
import { cardRoutes } from '#features/cards/cards.routes.ts'
import { categoryRoutes } from '#features/categories/categories.routes.ts'
import { draftRoutes } from '#features/drafts/drafts.routes.ts'
import { feedRoutes } from '#features/feeds/feeds.routes.ts'
import { followRoutes } from '#features/follows/follows.routes.ts'
import { healthRoutes } from '#features/health/health.routes.ts'
import { imageProxyRoutes } from '#features/image-proxy/image-proxy.routes.ts'
import { likeRoutes } from '#features/likes/likes.routes.ts'
import { neighbourRoutes } from '#features/neighbours/neighbours.routes.ts'
import { oembedRoutes } from '#features/oembed/oembed.routes.ts'
import { postRoutes } from '#features/posts/posts.routes.ts'
import { peopleRoutes } from '#features/profiles/people.routes.ts'
import { profileRoutes } from '#features/profiles/profiles.routes.ts'
import { searchRoutes } from '#features/search/search.routes.ts'
import { siteFileRoutes } from '#features/site/site-files.routes.ts'
import { siteRoutes } from '#features/site/site.routes.ts'
import { sitemapRoutes } from '#features/sitemap/sitemap.routes.ts'
import { uploadRoutes } from '#features/uploads/uploads.routes.ts'
import { versionRoutes } from '#features/versions/versions.routes.ts'

/** Every address of the API, in the order in which they are tried. Screens are listed in pages/pages.ts. */
export const routes: Route[] = [
  ...healthRoutes,
  ...siteRoutes,
  ...accountRoutes,
  ...accountSessionRoutes,
  ...profileRoutes,
  ...peopleRoutes,
  ...followRoutes,
  ...categoryRoutes,
  ...postRoutes,
  ...versionRoutes,
  ...neighbourRoutes,
  ...likeRoutes,
  ...draftRoutes,
  ...uploadRoutes,
  ...imageProxyRoutes,
  ...avatarRoutes,
  ...feedRoutes,
  ...cardRoutes,
  ...oembedRoutes,
  ...siteFileRoutes,
  ...sitemapRoutes,
  ...searchRoutes,
]
