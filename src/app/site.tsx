import { QueryClientProvider, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, use, useEffect } from 'react'
import { type AroundNavHandler, Router, useLocation, useSearch } from 'wouter'
import { matchPage, knownQuery } from '#pages/pages.ts'
import { type LazyView, views } from '#pages/views.ts'
import { documentTitle, type PageAddress } from '#pages/page.ts'
import { useSite } from '#features/site/site.hooks.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { focusContent } from '#web/focus-content.ts'
import { mayLeave } from '#web/leaving.ts'
import { PageBoundary, SiteBoundary } from './page-boundary.tsx'
import { stillHolds } from './pending-navigation.ts'
import { SiteFrame } from './site-frame.tsx'

interface SiteProps {
  cache: QueryClient
  /** On the server: the address to render. */
  address?: { path: string; search: string }
}

/** The whole site in the browser and on the server. */
export function Site({ cache, address }: SiteProps) {
  return (
    <SiteBoundary>
      <QueryClientProvider client={cache}>
        <Router
          {...(address && { ssrPath: address.path, ssrSearch: address.search })}
          aroundNav={(...navigation) => void goTo(...navigation)}
        >
          <SiteFrame>
            <PageAtHand />
          </SiteFrame>
        </Router>
      </QueryClientProvider>
    </SiteBoundary>
  )
}

/** Shows the new page once the present one may be left and its code is there. Another page starts at its top; other
 *  filters of the same one do not. */
async function goTo(...[navigate, to, options]: Parameters<AroundNavHandler>): Promise<void> {
  if (!(await mayLeave(to))) return
  if (matchPage(new URL(to, 'http://here').pathname)?.route.capturing) return location.assign(to)
  try {
    if (!(await stillHolds(preloadPage(to)))) return
  } catch {
    return location.assign(to)
  }
  const before = location.pathname
  navigate(to, options)
  if (location.pathname === before) return
  scrollTo({ top: 0, behavior: 'instant' })
  focusContent()
}

/** Fetches the code of the page at that address, so that it is there when the address changes. */
export async function preloadPage(to: string): Promise<void> {
  const { pathname } = new URL(to, 'http://here')
  await viewAt(pathname).load()
}

const viewAt = (path: string): LazyView => views[matchPage(path)?.route.view ?? 'not-found']

/** The page, its code on the way, or the failure of either. */
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
  const match = matchPage(path)
  const page: PageAddress = {
    params: match?.params ?? {},
    query: match ? knownQuery(match.route, new URLSearchParams(search)) : {},
  }
  const lazy = viewAt(path)
  const { View, head } = lazy.loaded ?? use(lazy.load())
  const cache = useQueryClient()
  const { name: siteName } = useSite()
  useEffect(() => {
    const showTitle = () => {
      document.title = documentTitle(head(cache, page).title, siteName)
    }
    showTitle()
    return cache.getQueryCache().subscribe(showTitle)
  })
  return <View {...page} />
}
