import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import type { ViewName } from './views.ts'

interface PageRoute {
  path: string
  view: ViewName
  /** The query parameters that change what the server renders; others do not make another page. */
  query: readonly string[]
  /** For members only: everyone else is sent to /login. */
  guarded?: boolean
}

/** Every screen of the site by name. */
export const pageRoutes = {
  home: { path: '/', view: 'home', query: ['page', 'type', 'categoryId'] },
  login: { path: '/login', view: 'login', query: ['tab'] },
  auth: { path: '/auth', view: 'login', query: ['tab'] },
  post: { path: '/post/:id', view: 'post', query: [] },
  editPost: { path: '/post/:id/edit', view: 'edit-post', query: [], guarded: true },
} as const satisfies Record<string, PageRoute>
export type PageName = keyof typeof pageRoutes

export interface PageMatch {
  name: PageName
  route: PageRoute
  params: Record<string, string>
}

const names = Object.keys(pageRoutes) as PageName[]

/** The page at that path; null where there is none. */
export function matchPage(path: string): PageMatch | null {
  for (const name of names) {
    const [matches, params] = matchRoute(parse, pageRoutes[name].path, path)
    if (matches) return { name, route: pageRoutes[name], params: named(params) }
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
