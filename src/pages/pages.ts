import { matchRoute } from 'wouter'
import { inject, parse } from 'regexparam'
import type { ViewName } from './views.ts'

interface PageRoute {
  name: string
  path: string
  view: ViewName
  /** The query parameters that change what the server renders, with the values that do; others make no other page. */
  query: Readonly<Record<string, RegExp>>
  /** For members only: everyone else is sent to /login, and told why where there is something to say. */
  guarded?: boolean | { title: string; description: string }
  /** Camera, microphone and screen may be used on it: browsers settle that when they load a document. */
  capturing?: boolean
}

const pageNumber = /^([2-9]|[1-9]\d{1,8})$/
const id = /^[1-9]\d{0,9}$/
const question = /^[^]{1,1000}$/
const name = /^[^]{1,100}$/
const found = /^(post|article|member|project)$/
const tab = /^(register|forgot)$/
const profileTab = /^(about|github)$/
const githubTab = /^(repositories|contributions)$/
const year = /^20\d\d$/
const words = /^[^]{1,200}$/
const reportsTab = /^(closed|suspended)$/

const onlyForWriters = {
  title: 'Authentication required',
  description: 'You need to be logged in to create blog posts',
}

/** Every screen of the site, in the order in which their paths are tried. */
export const pageRoutes = [
  { name: 'home', path: '/', view: 'home', query: { page: pageNumber, type: /^popular$/, categoryId: id } },
  { name: 'login', path: '/login', view: 'login', query: { tab } },
  { name: 'auth', path: '/auth', view: 'login', query: { tab } },
  {
    name: 'post',
    path: '/post/:id',
    view: 'post',
    query: { mentions: pageNumber, comments: pageNumber, comment: /^sent$/ },
  },
  { name: 'writeArticle', path: '/blog/create', view: 'write-article', query: {}, guarded: onlyForWriters },
  { name: 'editArticle', path: '/blog/edit/:id', view: 'edit-article', query: {}, guarded: onlyForWriters },
  { name: 'blog', path: '/blog', view: 'blog', query: { page: pageNumber } },
  { name: 'postVersions', path: '/post/:id/versions', view: 'post-versions', query: { page: pageNumber } },
  { name: 'postVersion', path: '/post/:id/versions/:number', view: 'post-version', query: {} },
  {
    name: 'postMentions',
    path: '/post/:id/mentions',
    view: 'post-mentions',
    query: { page: pageNumber },
    guarded: true,
  },
  {
    name: 'github',
    path: '/github',
    view: 'github',
    query: { username: name, tab: githubTab, q: words, before: id, year },
  },
  {
    name: 'projects',
    path: '/projects',
    view: 'projects',
    query: { username: name, technology: name, page: pageNumber },
  },
  { name: 'project', path: '/projects/:id', view: 'project', query: {} },
  { name: 'livestreams', path: '/livestream', view: 'livestream', query: {} },
  { name: 'livestreamManage', path: '/livestream/manage', view: 'manage-livestreams', query: {}, guarded: true },
  { name: 'manageLivestreams', path: '/livestreams/manage', view: 'manage-livestreams', query: {}, guarded: true },
  {
    name: 'goLive',
    path: '/livestreams/:id/go-live',
    view: 'go-live',
    query: {},
    guarded: true,
    capturing: true,
  },
  { name: 'livestream', path: '/livestream/:id', view: 'livestream', query: {} },
  { name: 'recording', path: '/livestream/:id/recording/:recordingId', view: 'recording', query: {} },
  { name: 'search', path: '/search', view: 'search', query: { q: question, kind: found, page: pageNumber } },
  { name: 'settings', path: '/settings', view: 'settings', query: {} },
  { name: 'settingsNotifications', path: '/settings/notifications', view: 'settings-notifications', query: {} },
  { name: 'notifications', path: '/notifications', view: 'notifications', query: {}, guarded: true },
  { name: 'unsubscribe', path: '/unsubscribe', view: 'unsubscribe', query: {} },
  { name: 'settingsAccount', path: '/settings/account', view: 'settings-account', query: {} },
  { name: 'settingsSecurity', path: '/settings/security', view: 'settings-security', query: {} },
  { name: 'settingsMuted', path: '/settings/muted', view: 'settings-muted', query: {} },
  { name: 'adminComments', path: '/admin/comments', view: 'admin-comments', query: {}, guarded: true },
  { name: 'members', path: '/members', view: 'members', query: { search: name, page: pageNumber } },
  { name: 'ownProfile', path: '/profile', view: 'profile', query: { tab: profileTab, page: pageNumber } },
  { name: 'profile', path: '/profile/:username', view: 'profile', query: { tab: profileTab, page: pageNumber } },
  { name: 'followers', path: '/profile/:username/followers', view: 'followers', query: { page: pageNumber } },
  { name: 'following', path: '/profile/:username/following', view: 'following', query: { page: pageNumber } },
  {
    name: 'adminReports',
    path: '/admin/reports',
    view: 'admin-reports',
    query: { status: reportsTab, page: pageNumber },
    guarded: true,
  },
  { name: 'adminJobs', path: '/admin/jobs', view: 'admin-jobs', query: {}, guarded: true },
  { name: 'adminMails', path: '/admin/mails', view: 'admin-mails', query: {}, guarded: true },
  { name: 'sponsorship', path: '/sponsorship', view: 'sponsorship', query: {}, guarded: true },
  { name: 'ownSponsor', path: '/sponsor', view: 'sponsor', query: {} },
  { name: 'sponsor', path: '/sponsor/:username', view: 'sponsor', query: {} },
  { name: 'editPost', path: '/post/:id/edit', view: 'edit-post', query: {}, guarded: true },
] as const satisfies PageRoute[]
export type PageName = (typeof pageRoutes)[number]['name']

interface PageMatch {
  name: PageName
  route: PageRoute
  params: Record<string, string>
}

/** The page at that path; null where there is none. */
export function matchPage(path: string): PageMatch | null {
  for (const route of pageRoutes) {
    const [matches, params] = matchRoute(parse, route.path, path)
    if (matches) return { name: route.name, route, params: named(params) }
  }
  return null
}

const named = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !/^\d+$/.test(name)))

/** The path as the route spells it: in lower case, without a slash at its end. */
export const pathOf = ({ route, params }: PageMatch): string => inject(route.path, params) || '/'

/** The known parameters of an address, in a fixed order: what is left makes the page's cache key. */
export function knownQuery(route: PageRoute, search: URLSearchParams): Record<string, string> {
  const known = Object.entries(route.query).flatMap(([name, values]) => {
    const value = search.get(name)
    return value !== null && values.test(value) ? [[name, value]] : []
  })
  return Object.fromEntries(known)
}
