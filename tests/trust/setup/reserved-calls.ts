import { type Route } from '#kernel/http.ts'

/** The calls for publishing, which readers may not make. */
export const writersCalls = [
  'PATCH /api/livestreams/:id',
  'PATCH /api/posts/:id',
  'PATCH /api/series/:slug',
  'PATCH /api/sponsor-goals/:id',
  'PATCH /api/sponsor-tiers/:id',
  'POST /api/imports',
  'POST /api/livestreams',
  'POST /api/livestreams/:id/broadcast',
  'POST /api/livestreams/:id/broadcast/:session',
  'POST /api/livestreams/:id/enable',
  'POST /api/livestreams/:id/renew-key',
  'POST /api/posts',
  'POST /api/posts/:id/sent-webmentions/resend',
  'POST /api/projects',
  'POST /api/projects/import-from-github',
  'POST /api/sponsor-goals',
  'POST /api/sponsor-tiers',
  'POST /api/sponsors',
  'POST /api/sponsors/import',
  'POST /api/sponsors/sync',
  'PUT /api/drafts/:key',
  'PUT /api/drafts/:key/link',
  'PUT /api/drafts/:key/schedule',
  'PUT /api/imports/:id/check',
  'PUT /api/imports/:id/file',
  'PUT /api/imports/:id/start',
  'PUT /api/projects/:id',
  'PUT /api/sponsors/:id',
]

/** What moderators may do that other members may not. The calls without an id of an existing entity return 404. */
export const moderatorsCalls: Record<string, number> = {
  'DELETE /api/admin/members/:id/suspension': 404,
  'GET /api/admin/reports': 200,
  'GET /api/admin/suspensions': 200,
  'PATCH /api/admin/reports/:id': 404,
  'PUT /api/admin/members/:id/suspension': 404,
}
/** What only the owner of the site may do. */
export const siteOwnersCalls = new Set([
  'DELETE /api/admin/messages/:id',
  'GET /api/admin/messages',
  'PATCH /api/admin/messages/:id',
  'POST /api/sponsors/sync',
  'PUT /api/admin/owner',
])
/** A call for all members, with which moderators may delete other members' posts. */
export const deletesPost = 'DELETE /api/posts/:id'

/** The writes that members may make before they have set up the second factor that their role requires. */
export const callsWithoutFactor = [
  'DELETE /api/account/sessions/:id',
  'POST /api/account/proof',
  'POST /api/notifications/read',
  'POST /api/users',
  'POST /unsubscribe',
  'PUT /api/users/me/language',
]

/** Returns the name of a route in these lists and in the permission table. */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
