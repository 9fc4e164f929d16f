/** What can be waited for without a word. */
const noticeableMs = 150

let pending = new AbortController()

/** Waits for what the next page needs. Meanwhile `<html data-busy>` says so, and another navigation, Back and Forward call
 *  it off. @returns whether the navigation still holds @throws what `work` throws, unless it was called off */
export async function isCurrent(work: Promise<unknown>): Promise<boolean> {
  pending.abort()
  const mine = (pending = new AbortController())
  const end = () => mine.abort()
  addEventListener('popstate', end, { once: true, signal: mine.signal })
  const hide = showBusySoon()
  mine.signal.addEventListener('abort', hide)
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

/** @returns how to take it back */
function showBusySoon(): () => void {
  const { dataset } = document.documentElement
  const timer = setTimeout(() => (dataset.busy = ''), noticeableMs)
  return () => {
    clearTimeout(timer)
    delete dataset.busy
  }
}
