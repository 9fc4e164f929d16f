import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Tells the test what happened on the page. */
    caught: (what: string) => void
  }
}

export interface Trap {
  /** Functions of the page that a hostile text called, dialogs, pages it opened. */
  ran: string[]
  /** What the Content Security Policy had to stop. */
  stopped: string[]
  /** What was asked of other hosts than ours and the two that players come from, and of main frames that left. */
  left: string[]
}

const playerHosts = new Set(['www.youtube-nocookie.com', 'player.vimeo.com'])

/** Notes from now on what the pages of the context do that no text may make them do. No request gets off this machine:
 *  players and pictures from elsewhere are answered here. */
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
