// docs/decisions/163 and 164. The page's scripts are in a <template>, which browsers do not load.

/** Events that precede any use of scripts. Some assistive technology sends a click without any others. */
const intents = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin', 'scroll', 'input'] as const
/** For readers who do nothing: how long to wait after the page and its pictures have loaded. */
const delayMs = 3000

/** Loads the page's scripts after the first paint. On pages that visitors can read without them, waits until a visitor does
 *  something. Browsers do not paint tabs in the background. */
export function loadScripts(): void {
  const intent = nextIntent()
  const start = () => void startLoading(intent)
  if (document.hidden) addEventListener('DOMContentLoaded', start)
  else requestAnimationFrame(() => setTimeout(start))
  addEventListener('load', start)
}

async function startLoading(intent: Promise<unknown>): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#scripts')
  if (!template) return
  if ('onIntent' in template.dataset && !needsScriptsAtOnce()) await Promise.race([intent, delay()])
  // Does nothing if the template has been replaced in the meantime.
  template.replaceWith(template.content)
}

/** The first script in the document marks it as a member's. The fragment may refer to content that only
 *  scripts render. The outbox contains what a visitor sent while offline. */
function needsScriptsAtOnce(): boolean {
  if ('auth' in document.documentElement.dataset || location.hash) return true
  try {
    return localStorage.getItem('outbox') !== null
  } catch {
    return false
  }
}

const nextIntent = (): Promise<void> =>
  new Promise((resolve) => {
    const controller = new AbortController()
    const options = { capture: true, passive: true, signal: controller.signal }
    const end = (event: Event) => {
      if (isWithoutMovement(event)) return
      controller.abort()
      resolve()
    }
    for (const type of intents) addEventListener(type, end, options)
  })

/** Browsers send a pointermove when a page appears under a pointer that does not move. */
const isWithoutMovement = (event: Event): boolean =>
  event.type === 'pointermove' && event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0

const delay = (): Promise<void> =>
  new Promise((resolve) => {
    const wait = () => setTimeout(resolve, delayMs)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait)
  })
