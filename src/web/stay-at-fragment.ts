/** Events with which a reader takes over scrolling. */
const scrollEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls to the URL's fragment again once the fonts have loaded, unless the reader has scrolled. The browser scrolls
 *  when the page has loaded, but fonts can arrive later and move the text. When the reader returns to a page or reloads
 *  it, the browser restores the scroll position instead. */
export async function stayAtFragment(): Promise<void> {
  const target = document.getElementById(fragment())
  if (!target || !isNewVisit()) return
  const { hash } = location
  const taken = new AbortController()
  const take = () => taken.abort()
  for (const type of scrollEvents) addEventListener(type, take, { passive: true, signal: taken.signal })
  await loaded()
  await document.fonts.ready
  if (!taken.signal.aborted && location.hash === hash) target.scrollIntoView({ behavior: 'instant' })
  taken.abort()
}

function isNewVisit(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
}

const loaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
