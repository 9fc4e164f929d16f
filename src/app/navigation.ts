import type { Page } from '#pages/page.ts'
import { showToast } from '#ui/toasts.ts'
import { focusContent } from '#web/focus-content.ts'
import { mayLeave } from '#web/leaving.ts'
import { isCurrent } from './pending-navigation.ts'

export interface Navigation {
  page: Page
  to: string
  /** Changes the URL, which shows the page. */
  navigate: () => void
}

/** Navigates once the next page's code has loaded and the user may leave the current page. Scrolls to the top when the
 *  page changes, but not when only its filters change. If the site is unreachable, the current page stays. */
export async function goTo(navigation: Navigation): Promise<void> {
  const { page, to, navigate } = navigation
  const opening = openingOf(page, to)
  if (!(await isCurrent(opening))) return
  const way = await opening
  if (way === 'unreachable') return showUnreachable(() => void goTo(navigation))
  if (!(await mayLeave(to))) return
  if (way === 'document') return location.assign(to)
  const before = location.pathname
  navigate()
  if (location.pathname === before) return
  scrollTo({ top: 0, behavior: 'instant' })
  focusContent()
}

/** Reloads the page, unless the browser would replace it with its own error page. */
export async function reloadPage(): Promise<void> {
  if (await isReachable(location.href)) location.reload()
  else showUnreachable(() => void reloadPage())
}

/** How to open a page: in this document, as a new document, or not at all at the moment. */
type Opening = 'here' | 'document' | 'unreachable'

async function openingOf({ capturing, view }: Page, to: string): Promise<Opening> {
  if (!capturing) {
    try {
      await view.load().catch(() => view.reload())
      return 'here'
    } catch {
      // A newer version of the site has different files.
    }
  }
  return (await isReachable(to)) ? 'document' : 'unreachable'
}

const patienceMs = 10_000

/** Reports whether the site answers. Asks it, because browsers call themselves online on any network. */
const isReachable = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  )

function showUnreachable(retry: () => void): void {
  showToast({
    title: navigator.onLine ? 'The site cannot be reached' : 'You are offline',
    description: 'The page was not opened. Everything on this page is still here.',
    variant: 'error',
    action: { label: 'Try again', onSelect: retry },
  })
}
