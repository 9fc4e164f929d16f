import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { tidySubscription } from '#web/push.ts'
import { answer, mount, settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { PushCard } from './push-card.tsx'
import { renewPush } from './push-renewal.hooks.ts'
import type { PushDevice } from './push-devices.contract.ts'

const path = '/api/notifications/devices'
const serverKey = 'BAAA'
const at = '2026-11-29T12:00:00.000Z'
const phone: PushDevice = {
  id: 1,
  name: 'Firefox on Android',
  endpoint: 'https://push.example/phone',
  createdAt: at,
  lastSentAt: null,
}
const subscription = { endpoint: 'https://push.example/here', keys: { p256dh: 'B', auth: 'a' } }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

interface Browser {
  permission?: NotificationPermission
  /** The member’s answer to the browser’s question. */
  decision?: NotificationPermission
  isSubscribed?: boolean
  fails?: boolean
}

/** Replaces the parts of the browser that happy-dom lacks. */
function pretend({ permission = 'default', decision = 'granted', isSubscribed = false, fails = false }: Browser = {}) {
  const state = { isSubscribed, questions: 0 }
  const current = () => ({
    ...subscription,
    options: { applicationServerKey: null },
    toJSON: () => subscription,
    unsubscribe: async () => ((state.isSubscribed = false), true),
  })
  const pushManager = {
    getSubscription: async () => (state.isSubscribed ? current() : null),
    subscribe: async () => {
      if (fails) throw new DOMException('No push service', 'AbortError')
      state.isSubscribed = true
      return current()
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {
    permission,
    async requestPermission(this: { permission: NotificationPermission }) {
      state.questions++
      return (this.permission = decision)
    },
  })
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return state
}

async function open(devices: PushDevice[] = [], site = {}) {
  const own = { id: 2, name: 'Chrome on Linux', endpoint: subscription.endpoint, createdAt: at, lastSentAt: null }
  const asked = answer({
    [`GET ${path}`]: () => Response.json({ serverKey, devices }),
    [`POST ${path}`]: () => (devices.unshift(own), Response.json(own, { status: 201 })),
    [`DELETE ${path}/1`]: () => (devices.splice(devices.indexOf(phone), 1), new Response(null, { status: 204 })),
    [`DELETE ${path}/2`]: () => (devices.shift(), new Response(null, { status: 204 })),
  })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: null,
    isRegistrationOpen: true,
    canSendEmail: true,
    ...site,
  })
  const { page } = await mount(<PushCard />, cache)
  await settleUntil(() => assert.doesNotMatch(page.textContent, /on each device\.$/, 'only the introduction is shown'))
  const button = (label: string) =>
    [...page.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === label)
  const names = () => [...page.querySelectorAll('h3')].map((one) => one.textContent.trim())
  const calls = () => asked.map(({ call }) => call).filter((call) => !call.startsWith('GET'))
  return { page, asked, button, names, calls }
}

test('asks for permission only after a click, then turns push notifications on and off', async () => {
  const browser = pretend()
  const t = await open()
  assert.match(t.page.textContent, /off for this device/)
  assert.equal(browser.questions, 0)
  await settle(() => t.button('Turn on for this device')!.click())
  assert.equal(browser.questions, 1)
  assert.deepEqual(t.asked.find(({ call }) => call === `POST ${path}`)!.body, subscription)
  assert.match(t.page.textContent, /on for this device/)
  assert.deepEqual(t.names(), ['Chrome on Linux This device'])
  await settle(() => t.button('Turn off for this device')!.click())
  assert.deepEqual(t.calls(), [`POST ${path}`, `DELETE ${path}/2`])
  assert.deepEqual([t.names(), browser.isSubscribed], [[], false])
})

test('removes another device, and keeps this browser’s subscription', async () => {
  const browser = pretend({ isSubscribed: true })
  const t = await open([phone])
  assert.equal(t.button('Remove: Chrome on Linux'), undefined)
  await settle(() => t.button('Remove: Firefox on Android')!.click())
  assert.deepEqual([t.names(), browser.isSubscribed], [[], true])
})

test('explains that the browser blocks notifications, or has no push service', async () => {
  pretend({ decision: 'denied' })
  const t = await open()
  await settle(() => t.button('Turn on for this device')!.click())
  assert.equal(shownToast()?.title, 'Push notifications are still off')
  assert.match(t.page.textContent, /browser blocks notifications/)
  assert.deepEqual(t.calls(), [])
  t.page.remove()

  pretend({ fails: true })
  const other = await open()
  await settle(() => other.button('Turn on for this device')!.click())
  assert.match(String(shownToast()?.description), /push service/)
  assert.deepEqual(other.calls(), [])
})

test('explains why this browser cannot get push notifications, but lists other devices', async () => {
  const t = await open([phone])
  assert.match(t.page.textContent, /doesn’t support push notifications/)
  assert.deepEqual([t.names(), t.button('Turn on for this device')], [['Firefox on Android'], undefined])
  t.page.remove()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  assert.match((await open()).page.textContent, /Add to Home Screen/)
  vi.restoreAllMocks()
  pretend()
  assert.match((await open([], { hasServiceWorker: false })).page.textContent, /turned off the service worker/)
})

test('ends a subscription that another member turned on, and sends the site a replaced one', async () => {
  const browser = pretend({ permission: 'granted', isSubscribed: true })
  const asked = answer({ [`POST ${path}`]: () => Response.json({ ...phone, ...subscription }) })
  const record = (userId: string, endpoint: string) =>
    localStorage.setItem('push_subscription', JSON.stringify({ userId, endpoint }))
  record('user-1', subscription.endpoint)
  await renewPush()
  assert.deepEqual([asked.length, browser.isSubscribed], [0, true])
  record('user-1', 'https://push.example/before')
  await renewPush()
  assert.deepEqual(
    asked.map(({ body }) => body),
    [subscription],
  )
  assert.equal(await tidySubscription(), null)
  signInHere('user-2')
  await renewPush()
  assert.deepEqual([asked.length, browser.isSubscribed], [1, false])
})
