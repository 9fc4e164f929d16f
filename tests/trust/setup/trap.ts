import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Reports an event on the page to the test. */
    caught: (what: string) => void
  }
}

export interface Trap {
  /** Functions called by hostile text, and dialogs and pages that it opened. */
  ran: string[]
  /** Violations of the Content Security Policy. */
  stopped: string[]
  /** Requests to hosts other than ours and the players', and navigations away from the site. */
  left: string[]
}

const playerHosts = new Set(['www.youtube-nocookie.com', 'player.vimeo.com'])

/** Records everything on the context's pages that hostile text must never cause. No request leaves this machine:
 *  third-party players and pictures are replaced. */
export async function setTrap(context: BrowserContext, siteUrl: string): Promise<Trap> {
  const trap: Trap = { ran: [], stopped: [], left: [] }
  await context.exposeFunction('caught', (what: string) => {
    if (what.startsWith('csp ')) trap.stopped.push(what)
    else trap.ran.push(what)
  })
  await context.addInitScript(setSnares)
  await context.route(
    () => true,
    (route) => {
      const url = new URL(route.request().url())
      if (url.pathname.startsWith('/image-proxy/')) return route.fulfill({ status: 404 })
      if (url.origin === new URL(siteUrl).origin || url.protocol === 'data:' || url.protocol === 'blob:') {
        return route.continue()
      }
      if (playerHosts.has(url.hostname)) return route.fulfill({ contentType: 'text/html', body: 'A player' })
      trap.left.push(`${route.request().resourceType()} ${url.href.slice(0, 200)}`)
      return route.abort()
    },
  )
  const watch = (page: Page) => {
    page.on('dialog', (dialog) => {
      trap.ran.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('websocket', (socket) => trap.left.push(`socket ${socket.url()}`))
    page.on('popup', (popup) => trap.ran.push(`popup ${popup.url()}`))
  }
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  return trap
}

function setSnares(): void {
  const snare =
    (name: string) =>
    (...given: unknown[]) => {
      window.caught(`${name} ${String(given[0])}`)
      return ''
    }
  Object.assign(window, { alert: snare('alert'), prompt: snare('prompt'), confirm: snare('confirm') })
  Object.assign(window, { print: snare('print'), open: snare('open') })
  Object.assign(window, { pwned: snare('pwned') })
  for (const name of ['write', 'writeln'] as const) document[name] = snare(name)
  const { set, get } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
  Object.defineProperty(document, 'cookie', {
    get: () => {
      window.caught('document.cookie read')
      return get!.call(document) as string
    },
    set: (value: string) => {
      set!.call(document, value)
    },
  })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, disposition }) => {
    if (disposition === 'enforce') window.caught(`csp ${effectiveDirective} ${blockedURI} ${sample}`)
    else window.caught(`csp report ${effectiveDirective} ${blockedURI} ${sample}`)
  })
}
