import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import type { ViewName } from './views.ts'

interface PageRoute {
  name: string
  path: string
  view: ViewName
  /** The query parameters that change what the server renders; others do not make another page. */
  query: readonly string[]
  /** For members only: everyone else is sent to /login. */
  guarded?: boolean
}

/** Every screen of the site, in the order in which their paths are tried. */
export const pageRoutes = [
  { name: 'home', path: '/', view: 'home', query: ['page', 'type', 'categoryId'] },
  { name: 'login', path: '/login', view: 'login', query: ['tab'] },
  { name: 'auth', path: '/auth', view: 'login', query: ['tab'] },
  { name: 'post', path: '/post/:id', view: 'post', query: [] },
  { name: 'editPost', path: '/post/:id/edit', view: 'edit-post', query: [], guarded: true },
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

/** The known parameters of an address, in a fixed order: what is left makes the page's cache key. */
export function knownQuery(route: PageRoute, search: URLSearchParams): Record<string, string> {
  const known = route.query.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(known)
}
