import { t } from '#messages/messages.ts'
import type { Page } from '#pages/page.ts'
import { showToast } from '#ui/toasts.ts'
import { focusContent } from '#web/focus-content.ts'
import { isReachable } from '#web/is-reachable.ts'
import { mayLeave } from '#web/leaving.ts'
import { nextPaint } from '#ui/next-paint.ts'
import { isCurrent } from './pending-navigation.ts'

export interface Navigation {
  page: Page
  to: string
  /** Whether it replaces the current history entry, as redirects do. */
  isReplacement?: boolean
  /** Changes the URL, which shows the page. */
  navigate: () => void
}

/** Navigates once the next page's code has loaded and the user may leave the current page. Scrolls to the top when the
 *  page changes, but not when only its filters change. If the site is unreachable, the current page stays. */
export async function goTo(navigation: Navigation): Promise<void> {
  const { page, to, isReplacement = false, navigate } = navigation
  const opening = openingOf(page, to)
  // Rendering the page would delay the response to the click.
  if (!(await isCurrent(Promise.all([opening, isReplacement || nextPaint()])))) return
  const how = await opening
  if (how === 'unreachable') return showUnreachable(pageStays(), () => void goTo(navigation))
  const leaving = mayLeave(to)
  if (!(await isCurrent(leaving, { showsBusy: false })) || !(await leaving)) return
  if (how === 'document') return location.assign(to)
  const before = location.pathname
  navigate()
  if (location.pathname === before) return
  scrollTo({ top: 0, behavior: 'instant' })
  focusContent()
}

/** Reloads the page, unless the browser would replace it with its own error page. */
export async function reloadPage(): Promise<void> {
  if (await isReachable(location.href)) location.reload()
  else showUnreachable(t('Reload the page once you are back online.'), () => void reloadPage())
}

/** How to open a page: in this document, as a new document, or not at all at the moment. */
type Opening = 'here' | 'document' | 'unreachable'

async function openingOf({ capturing, view }: Page, to: string): Promise<Opening> {
  if (!navigator.onLine && (await hasCopy(to))) return 'document'
  if (!capturing) {
    try {
      await view.load().catch(() => view.reload())
      return 'here'
    } catch {
      // A newer version of the site has different files.
    }
  }
  return (await isReachable(to)) || (await hasCopy(to)) ? 'document' : 'unreachable'
}

/** Reports whether the service worker can show the page without the site. */
const hasCopy = async (to: string): Promise<boolean> =>
  'serviceWorker' in navigator &&
  navigator.serviceWorker.controller !== null &&
  (await caches.match(new URL(to, location.href).pathname, { ignoreSearch: true })) !== undefined

const pageStays = (): string => t('The page was not opened. Everything on this page is still here.')

function showUnreachable(description: string, retry: () => void): void {
  showToast({
    title: navigator.onLine ? t('The site can’t be reached') : t('You are offline'),
    description,
    variant: 'error',
    action: { label: t('Try again'), onSelect: retry },
  })
}
