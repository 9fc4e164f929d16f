import type { Topic } from '#kernel/topics.contract.ts'
import type { Context, Route } from '#kernel/http.ts'
import type { App } from './http.ts'
import type { RenderedPage } from './page-cache.ts'

export type KeptRoutes = ReturnType<typeof keptRoutes>

/** The application's routes whose answers are kept as pages are: feeds and other texts that are the same for everybody. */
export function keptRoutes(routes: Route[], app: App, siteUrl: string, ctx: Context) {
  const known = routes.flatMap(({ path, kept, isPersonal = false, changesWith = null, version }) =>
    kept ? [{ pattern: patternOf(path), parameters: kept, isPersonal, changesWith, version }] : [],
  )
  const routeAt = (pathname: string) => known.find(({ pattern }) => pattern.test(pathname))

  /** The address that stands for all addresses of one answer; null where no such route is. */
  function addressOf({ pathname, searchParams }: URL): string | null {
    const route = routeAt(pathname)
    if (!route) return null
    const query = route.parameters.flatMap((name) => {
      const value = searchParams.get(name)
      return value === null ? [] : [[name, value]]
    })
    return query.length ? `${pathname}?${new URLSearchParams(query).toString()}` : pathname
  }

  /** What the answer at an address changes with; null where that is not known. */
  const changesWith = (address: string): Topic[] | null => routeAt(address.split('?', 1)[0]!)?.changesWith ?? null

  /** Captures the version of the response at a URL. @returns a function that checks whether it is still current */
  function sameVersion(address: string): () => boolean {
    const [pathname = ''] = address.split('?', 1)
    const route = routeAt(pathname)
    const params = { ...route?.pattern.exec(pathname)?.groups }
    const version = () => route?.version?.(ctx, params)
    const noted = version()
    return () => version() === noted
  }

  /** Whether those who say who they are get answers of their own there. */
  const isPersonal = (pathname: string): boolean => routeAt(pathname)?.isPersonal ?? false

  /** The application's answer for nobody in particular; null where no such route is. */
  function render(address: string): Promise<RenderedPage> | null {
    const url = new URL(siteUrl + address)
    return addressOf(url) ? answerAt(url.href) : null
  }

  async function answerAt(href: string): Promise<RenderedPage> {
    const response = await app.request(href)
    const headers = Object.fromEntries(response.headers)
    // A refusal names its request in the body too; all others get an id of their own each time they are sent.
    if (response.ok) delete headers['x-request-id']
    return { status: response.status, body: await response.text(), headers }
  }

  return { addressOf, changesWith, sameVersion, isPersonal, render }
}

/** What stands in a path is spelled without escapes, as in those of pages: an answer has one address. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:(\w+)/g, '(?<$1>[^/%]+)')}$`)
