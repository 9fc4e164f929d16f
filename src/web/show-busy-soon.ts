/** Delay before something pending is indicated. */
const noticeableMs = 150

/** Sets `<html data-busy>` after a delay, which shows a progress bar. @returns a function that removes it */
export function showBusySoon(): () => void {
  const { dataset } = document.documentElement
  const timer = setTimeout(() => (dataset.busy = ''), noticeableMs)
  return () => {
    clearTimeout(timer)
    delete dataset.busy
  }
}
