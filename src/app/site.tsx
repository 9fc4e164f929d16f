import { QueryClientProvider, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, use, useEffect } from 'react'
import { Router, useLocation, useSearch } from 'wouter'
import { matchPage, knownQuery } from '#pages/pages.ts'
import { type LazyView, views } from '#pages/views.ts'
import type { PageAddress } from '#pages/page.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { SiteFrame } from './site-frame.tsx'

interface SiteProps {
  cache: QueryClient
  /** On the server: the address to render. */
  address?: { path: string; search: string }
}

/** The whole site in the browser and on the server. */
export function Site({ cache, address }: SiteProps) {
  return (
    <QueryClientProvider client={cache}>
      <Router
        {...(address && { ssrPath: address.path, ssrSearch: address.search })}
        aroundNav={(navigate, to, options) => void preloadPage(to).finally(() => navigate(to, options))}
      >
        <SiteFrame>
          <Suspense fallback={<PageSkeleton />}>
            <CurrentPage />
          </Suspense>
        </SiteFrame>
      </Router>
    </QueryClientProvider>
  )
}

/** Fetches the code of the page at that address, so that it is there when the address changes. */
export async function preloadPage(to: string): Promise<void> {
  const { pathname } = new URL(to, 'http://here')
  await viewAt(pathname).load()
}

const viewAt = (path: string): LazyView => views[matchPage(path)?.route.view ?? 'not-found']

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
  useEffect(() => {
    const showTitle = () => {
      document.title = head(cache, page).title
    }
    showTitle()
    return cache.getQueryCache().subscribe(showTitle)
  })
  return <View key={path} {...page} />
}
