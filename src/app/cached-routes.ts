import type { Topic } from '#kernel/topics.contract.ts'
import type { Context, Route } from '#kernel/http.ts'
import { inSiteLanguage } from '#kernel/trace.ts'
import type { App } from './http.ts'
import type { RenderedPage } from './page-cache.ts'

export type CachedRoutes = ReturnType<typeof createCachedRoutes>

/** Routes whose responses are cached like pages: feeds and other responses that are identical for everyone. */
export function createCachedRoutes(routes: Route[], app: App, siteUrl: string, ctx: Context) {
  const known = routes.flatMap(({ path, cachedQuery, isPersonal = false, changesWith = null, version }) =>
    cachedQuery ? [{ path, pattern: patternOf(path), parameters: cachedQuery, isPersonal, changesWith, version }] : [],
  )
  const routeAt = (pathname: string) => known.find(({ pattern }) => pattern.test(pathname))

  /** Returns the URL under which the response is cached, without unknown query parameters. Null if the route is not
   *  cached. */
  function addressOf({ pathname, searchParams }: URL): string | null {
    const route = routeAt(pathname)
    if (!route) return null
    const query = route.parameters.flatMap((name) => {
      const value = searchParams.get(name)
      return value === null ? [] : [[name, value]]
    })
    return query.length ? `${pathname}?${new URLSearchParams(query).toString()}` : pathname
  }

  /** Reports whether the URL is that of a cached route. */
  const has = (address: string): boolean => routeAt(address.split('?', 1)[0]!) !== undefined

  /** Returns the topics that the response depends on, or null if they are unknown. */
  const changesWith = (address: string): Topic[] | null => routeAt(address.split('?', 1)[0]!)?.changesWith ?? null

  /** Captures the version of the response at a URL. @returns a function that checks whether it is still current */
  function sameVersion(address: string): () => boolean {
    const [pathname = ''] = address.split('?', 1)
    const route = routeAt(pathname)
    const params = { ...route?.pattern.exec(pathname)?.groups }
    const version = () => route?.version?.(ctx, params)
    const before = version()
    return () => version() === before
  }

  /** Reports whether members get their own, uncached responses. */
  const isPersonal = (pathname: string): boolean => routeAt(pathname)?.isPersonal ?? false

  /** Renders the response for visitors. Null if the route is not cached. */
  function render(address: string): Promise<RenderedPage> | null {
    const url = new URL(siteUrl + address)
    const route = routeAt(url.pathname)
    return route ? responseOf(url.href, route) : null
  }

  async function responseOf(
    href: string,
    { path, changesWith, version }: (typeof known)[number],
  ): Promise<RenderedPage> {
    const response = await inSiteLanguage(async () => app.request(href))
    const headers = Object.fromEntries(response.headers)
    // Errors also contain the request id in the body; other responses get a new id each time they are sent.
    if (response.ok) delete headers['x-request-id']
    // Clients must not store API responses. This cache drops these as soon as the content or their version changes.
    const isShared = response.ok && (version !== undefined || changesWith?.includes('content') === true)
    return { status: response.status, body: await response.text(), headers, endpoint: path, isShared }
  }

  return { addressOf, has, changesWith, sameVersion, isPersonal, render }
}

/** Matches only unescaped paths, so that each response has one URL. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:(\w+)/g, '(?<$1>[^/%]+)')}$`)
