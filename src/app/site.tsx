import { QueryClientProvider, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, use, useEffect } from 'react'
import { type AroundNavHandler, Router, useLocation, useSearch } from 'wouter'
import { pageAt, propsOf } from '#pages/pages.ts'
import { documentTitle } from '#pages/page.ts'
import { siteIn, useSite } from '#features/discovery/site/site.hooks.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { focusContent } from '#web/focus-content.ts'
import { mayLeave } from '#web/leaving.ts'
import { PageBoundary, SiteBoundary } from './page-boundary.tsx'
import { isCurrent } from './pending-navigation.ts'
import { SiteFrame } from './site-frame.tsx'

interface SiteProps {
  cache: QueryClient
  /** On the server: the URL to render. */
  address?: { path: string; search: string }
}

/** The whole site, in the browser and on the server. */
export function Site({ cache, address }: SiteProps) {
  return (
    <SiteBoundary>
      <QueryClientProvider client={cache}>
        <Router
          {...(address && { ssrPath: address.path, ssrSearch: address.search })}
          aroundNav={(...navigation) => void goTo(cache, ...navigation)}
        >
          <SiteFrame>
            <PageAtHand />
          </SiteFrame>
        </Router>
      </QueryClientProvider>
    </SiteBoundary>
  )
}

/** Navigates once the user may leave the current page and the next page's code has loaded. Scrolls to the top when
 *  the page changes, but not when only its filters change. */
async function goTo(cache: QueryClient, ...[navigate, to, options]: Parameters<AroundNavHandler>): Promise<void> {
  if (!(await mayLeave(to))) return
  if (pageAt(new URL(to, 'http://here').pathname, siteIn(cache)).page.capturing) return location.assign(to)
  try {
    if (!(await isCurrent(preloadPage(cache, to)))) return
  } catch {
    return location.assign(to)
  }
  const before = location.pathname
  navigate(to, options)
  if (location.pathname === before) return
  scrollTo({ top: 0, behavior: 'instant' })
  focusContent()
}

/** Loads the code of the page at this URL before navigating. */
export async function preloadPage(cache: QueryClient, to: string): Promise<void> {
  const { pathname } = new URL(to, 'http://here')
  await pageAt(pathname, siteIn(cache)).page.view.load()
}

/** The page, a placeholder while its code is loading, or an error. */
function PageAtHand() {
  const [path] = useLocation()
  return (
    <PageBoundary key={path}>
      <Suspense fallback={<PageSkeleton />}>
        <CurrentPage />
      </Suspense>
    </PageBoundary>
  )
}

function CurrentPage() {
  const [path] = useLocation()
  const search = useSearch()
  const site = useSite()
  const match = pageAt(path, site)
  const props = propsOf(match, new URLSearchParams(search))
  const { view } = match.page
  const { View, head } = view.loaded ?? use(view.load())
  const cache = useQueryClient()
  useEffect(() => {
    const showTitle = () => {
      document.title = documentTitle(head(cache, props).title, site.name)
    }
    showTitle()
    return cache.getQueryCache().subscribe(showTitle)
  })
  return <View {...props} />
}
