import type { Route } from '#kernel/http.ts'
import type { App } from './http.ts'
import type { RenderedPage } from './page-cache.ts'

export type KeptRoutes = ReturnType<typeof keptRoutes>

/** The application's routes whose answers are kept as pages are: feeds and other texts that are the same for everybody. */
export function keptRoutes(routes: Route[], app: App, siteUrl: string) {
  const known = routes.flatMap(({ path, kept }) => (kept ? [{ pattern: patternOf(path), parameters: kept }] : []))

  /** The address that stands for all addresses of one answer; null where no such route is. */
  function addressOf({ pathname, searchParams }: URL): string | null {
    const route = known.find(({ pattern }) => pattern.test(pathname))
    if (!route) return null
    const query = route.parameters.flatMap((name) => {
      const value = searchParams.get(name)
      return value === null ? [] : [[name, value]]
    })
    return query.length ? `${pathname}?${new URLSearchParams(query).toString()}` : pathname
  }

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

  return { addressOf, render }
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`)
