import '#ui/tokens.css'
import '#ui/base.css'
import { hydrateRoot } from 'react-dom/client'
import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { siteIn } from '#features/discovery/site/site.hooks.ts'
import { slugInPath } from '#features/writing/site-pages/page-paths.contract.ts'
import { notFoundPath } from '#pages/pages.ts'
import { restoreState } from '#web/page-state.ts'
import { sendQueued } from '#web/outbox.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { stayAtFragment } from '#web/stay-at-fragment.ts'
import { preloadPage, Site } from './site.tsx'
// Used by most pages. One file with the code that every page loads compresses better than separate small files.
import '#ui/badge.tsx'
import '#ui/dialog.tsx'
import '#ui/field.tsx'
import '#ui/page-head.tsx'
import '#ui/time.tsx'
import '#web/action.tsx'

const cache = createQueryCache()

/** Preloads the code of a page when its link is hovered or focused. */
function preloadUnder({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]:not([target])')
  if (link) preloadPage(cache, link.href).catch(() => undefined)
}
addEventListener('pointerover', preloadUnder, { passive: true })
addEventListener('focusin', preloadUnder)

/** The browser's entry point: hydrates the page that the server rendered. */
async function start(): Promise<void> {
  await parsed()
  restoreState(cache, document.getElementById('state')?.textContent || '[]')
  shareNotFound()
  await preloadPage(cache, location.href)
  hydrateRoot(document.getElementById('root')!, <Site cache={cache} onHydrated={releaseHeldEvents} />)
}

/** Waits until React has finished its effects: until then, it cannot hydrate a boundary on demand. */
const releaseHeldEvents = () => void setTimeout(() => window.releaseHeldEvents?.())

/** Waits until the browser has read the whole document. */
async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** All unknown paths share one document. Applies its not-found state to the path in the address bar. */
function shareNotFound(): void {
  if (cache.getQueryData(queryAt(notFoundPath).queryKey) !== null) return
  cache.setQueryData(queryAt(location.pathname).queryKey, null)
}

// docs/product.md, Errors: unhandled rejections are logged as warnings and suppressed.
addEventListener('unhandledrejection', (event) => {
  console.warn('Unhandled promise rejection', event.reason)
  event.preventDefault()
})

const queryAt = (path: string) => publishedPageQuery(slugInPath(path) ?? '')

/** Delay after the page has loaded, so that nothing offline competes with what the page itself still loads. */
const offlineDelayMs = 3000

async function loadOffline(): Promise<void> {
  const { startOffline } = await import('#web/offline/start-offline.ts')
  const isOn = siteIn(cache).hasServiceWorker ?? true
  await startOffline(isOn)
  if (isOn) await (await import('#features/people/notifications/push-renewal.hooks.ts')).renewPush()
}

/** Registers the service worker. */
const startOfflineLater = () => setTimeout(() => void loadOffline().catch(() => undefined), offlineDelayMs)

void stayAtFragment()
void start().then(
  () => setTimeout(() => void sendQueued(), offlineDelayMs),
  (reason: unknown) => {
    window.releaseHeldEvents?.()
    throw reason
  },
)
addEventListener('online', () => void sendQueued())
// During development, a service worker would show outdated pages.
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') startOfflineLater()
  else addEventListener('load', startOfflineLater, { once: true })
}
