import { showBusySoon } from '#web/show-busy-soon.ts'

let pending = new AbortController()

/** Waits for something that the navigation needs. Sets `<html data-busy>` in the meantime, unless `showsBusy` is false.
 *  Another navigation, Back, or Forward cancels it. @returns whether the navigation is still current @throws what `work`
 *  throws, unless it was canceled */
export async function isCurrent(work: Promise<unknown>, { showsBusy = true } = {}): Promise<boolean> {
  pending.abort()
  const mine = (pending = new AbortController())
  const end = () => mine.abort()
  addEventListener('popstate', end, { once: true, signal: mine.signal })
  if (showsBusy) mine.signal.addEventListener('abort', showBusySoon())
  try {
    await work
    return !mine.signal.aborted
  } catch (reason) {
    if (mine.signal.aborted) return false
    throw reason
  } finally {
    end()
  }
}
