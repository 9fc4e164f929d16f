import { shareWithSite } from '#features/discovery/web-app/web-app.contract.ts'
import type { PushMessage } from '#features/people/notifications/push-message.contract.ts'
import { picturesMissing, sharedHref, sharedTextHref } from '#features/writing/posts/shared-text.contract.ts'
import { offlineAddress } from '#pages/offline/offline-address.ts'
import { findCopy, findStoredFile, removeCopy } from '#web/offline/copies.ts'
import { storedOfflinePage, storeOfflinePage } from '#web/offline/offline-files.ts'
import { storeSharedForm } from '#web/offline/shared-forms.ts'

// The service worker: a script that browsers run separately from the pages. While the site is reachable, it
// changes no pages. Otherwise, it shows copies of posts that were read recently, or the offline page. It also shows the
// notifications that arrive while the site is closed, and stores what other apps share for the composer.

/** The part of the worker's global scope that is used here: TypeScript's types for workers exclude those for pages. */
interface WorkerScope {
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window' }) => Promise<WindowClient[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  addEventListener: ((type: 'install' | 'activate', listener: (event: LifeEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: ClickEvent) => void) => void) &
    ((type: 'pushsubscriptionchange', listener: (event: ChangeEvent) => void) => void)
}
interface WindowClient {
  url: string
  focus: () => Promise<WindowClient>
  navigate: (url: string) => Promise<unknown>
}
interface LifeEvent {
  waitUntil: (work: Promise<unknown>) => void
}
interface FetchEvent extends LifeEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
interface PushEvent extends LifeEvent {
  data: { json: () => PushMessage } | null
}
interface ClickEvent extends LifeEvent {
  notification: Notification
}
interface ChangeEvent extends LifeEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

declare const BUILD: string
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this script runs only as a service worker
const worker = globalThis as unknown as WorkerScope & { build: string }
// Changes the script with every build, so that browsers install it and it stores that build's offline page.
worker.build = BUILD

worker.addEventListener('install', (event) => {
  event.waitUntil(storeOfflinePage().then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === shareWithSite.path) event.respondWith(receiveShared(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (isStored(request)) event.respondWith(loadFile(request))
})
worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})
// The next page that is opened sends the new subscription to the site, because only pages are signed in.
worker.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (!event.newSubscription && options) event.waitUntil(worker.registration.pushManager.subscribe(options))
})

const storedKinds: ReadonlySet<string> = new Set(['script', 'style', 'font'])

/** Pictures can redirect to a CDN, which this worker's policy does not allow, so browsers load them themselves while they
 *  are online. */
const isStored = ({ destination }: Request): boolean =>
  storedKinds.has(destination) || (destination === 'image' && !navigator.onLine)

async function activate(): Promise<void> {
  // Page requests are sent while the worker starts.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function openPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url)
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (response.status === 404 || response.status === 410) event.waitUntil(removeCopy(pathname))
    return response
  } catch (reason) {
    const page = pathname === offlineAddress.path ? await storedOfflinePage() : await findCopy(pathname)
    if (page) return page
    if (!(await storedOfflinePage())) throw reason
    return Response.redirect(`${offlineAddress.href()}?${new URLSearchParams({ page: pathname + search })}`)
  }
}

/** Opens the composer, which reads the stored form. If it cannot be stored, the composer receives only its text. */
async function receiveShared(request: Request): Promise<Response> {
  const copy = request.clone()
  const href = await storeSharedForm(request)
    .then((shared) => sharedHref({ shared }))
    .catch(async () => sharedTextHref(await copy.formData()))
    .catch(() => sharedHref({ shared: picturesMissing }))
  return Response.redirect(href, 303)
}

async function loadFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (reason) {
    const stored = await findStoredFile(request)
    if (stored) return stored
    throw reason
  }
}

const show = ({ title, url, ...options }: PushMessage): Promise<void> =>
  worker.registration.showNotification(title, { ...options, data: url })

/** Shows the page in a window where it is already open, or in a new one. */
async function open(path: string): Promise<void> {
  const { href } = new URL(path, location.origin)
  const windows = await worker.clients.matchAll({ type: 'window' })
  const window = windows.find(({ url }) => url === href)
  await (window ? window.focus() : worker.clients.openWindow(href))
}
