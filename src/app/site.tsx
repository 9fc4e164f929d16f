import { QueryClientProvider, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { Router, useLocation, useSearch } from 'wouter'
import { pageAt, propsOf } from '#pages/pages.ts'
import { documentTitle, type Page, titleWithCount } from '#pages/page.ts'
import { unreadCountIn } from '#features/people/notifications/unread.hooks.ts'
import { siteIn, useSite } from '#features/discovery/site/site.hooks.ts'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { ContentLanguage } from '#ui/content-language.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { SiteDateFormat } from '#ui/time.tsx'
import { goTo } from './navigation.ts'
import { PageBoundary, SiteBoundary } from './page-boundary.tsx'
import { SiteFrame } from './site-frame.tsx'

interface SiteProps {
  cache: QueryClient
  /** On the server: the URL to render. */
  address?: { path: string; search: string }
  /** In the browser: called once the frame responds to events. React then hydrates the page when it gets one. */
  onHydrated?: () => void
}

/** The whole site, in the browser and on the server. */
export function Site({ cache, address, onHydrated }: SiteProps) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <SiteBoundary>
      <QueryClientProvider client={cache}>
        <Router
          {...(address && { ssrPath: address.path, ssrSearch: address.search })}
          aroundNav={(navigate, to, options) =>
            void goTo({
              page: pageFor(cache, to),
              to,
              isReplacement: options?.replace ?? false,
              navigate: () => navigate(to, options),
            })
          }
        >
          <SiteFacts>
            <SiteFrame>
              <PageAtHand />
            </SiteFrame>
          </SiteFacts>
        </Router>
      </QueryClientProvider>
    </SiteBoundary>
  )
}

/** Shows dates in the site's time zone until the browser shows them in the reader's, and marks the language of texts. */
function SiteFacts({ children }: { children: ReactNode }) {
  const { timeZone = 'UTC', language = 'en' } = useSite()
  return (
    <ContentLanguage value={language}>
      <SiteDateFormat value={(at, dateStyle) => formatTime(at, { dateStyle }, timeZone)}>{children}</SiteDateFormat>
    </ContentLanguage>
  )
}

/** Loads the code of the page at this URL before navigating. */
export async function preloadPage(cache: QueryClient, to: string): Promise<void> {
  await pageFor(cache, to).view.load()
}

const pageFor = (cache: QueryClient, to: string): Page =>
  pageAt(new URL(to, 'http://here').pathname, siteIn(cache)).page

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
      const title = documentTitle(head(cache, props).title, site.name)
      document.title = titleWithCount(title, unreadCountIn(cache))
    }
    showTitle()
    return cache.getQueryCache().subscribe(showTitle)
  })
  return <View {...props} />
}
