import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// Chromium’s push service is unreachable here, and its headless shell allows no notifications. So the permission and the
// subscription are made up, and the service worker records what DevTools deliver to it.

test.use({ serviceWorkers: 'allow' })

test('turns on push notifications, shows one, and turns them off', async ({ page }) => {
  await page.addInitScript(allowPush)
  await signUp(page, 'pushed')
  await page.goto('/settings/notifications')
  const card = page.locator('#push')
  await expect(card).toContainText('Push notifications are off for this device.')
  await card.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(card).toContainText('Push notifications are on for this device.')
  await expect(card.getByRole('listitem')).toHaveText(/^(?:Chrome on )?\w+ This device/)
  await expect(card.getByRole('button', { name: 'Turn off for this device' })).toBeFocused()
  await hasNoFaults(page)

  const likes = page
    .getByRole('group', { name: 'Someone likes your post' })
    .getByRole('switch', { name: 'On your devices' })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await likes.click()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(likes).not.toBeChecked()

  const shown = await recordNotifications(page)
  await push(page, {
    title: 'Devstead',
    body: 'Ada liked your post',
    url: '/post/1',
    tag: 'one',
    icon: '/icon-192.png',
  })
  await expect
    .poll(shown)
    .toEqual([{ title: 'Devstead', body: 'Ada liked your post', tag: 'one', icon: '/icon-192.png', data: '/post/1' }])

  await card.getByRole('button', { name: 'Turn off for this device' }).click()
  await expect(card).toContainText('Push notifications are off for this device.')
  await expect(likes).toBeHidden()
})

test('subscribes again if the browser drops the subscription, and the next page sends the new one', async ({
  page,
}) => {
  await page.addInitScript(allowPush)
  await signUp(page, 'push-renewer')
  await page.goto('/settings/notifications')
  const card = page.locator('#push')
  await card.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(card).toContainText('Push notifications are on for this device.')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const [worker] = page.context().serviceWorkers()
  const subscribed = await worker!.evaluate(dropSubscription)
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'server key' }])

  await page.evaluate((key) => sessionStorage.setItem(key, 'renewed'), 'pretended subscription')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/notifications/devices'),
  )
  await page.reload()
  expect((await sent).postDataJSON()).toMatchObject({ endpoint: 'https://push.example/renewed' })
})

/** Runs in the service worker. @returns the options of the subscriptions that it requests */
async function dropSubscription(): Promise<unknown[]> {
  const subscribed: unknown[] = []
  PushManager.prototype.subscribe = (options) => {
    subscribed.push(options)
    return Promise.resolve({} as PushSubscription)
  }
  const work: Promise<unknown>[] = []
  const options = { userVisibleOnly: true, applicationServerKey: 'server key' }
  const event = Object.assign(new Event('pushsubscriptionchange'), {
    oldSubscription: { options },
    newSubscription: null,
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
  })
  dispatchEvent(event)
  // The browser has already made another one.
  dispatchEvent(
    Object.assign(new Event('pushsubscriptionchange'), { oldSubscription: { options }, newSubscription: {} }),
  )
  await Promise.all(work)
  return subscribed
}

/** Runs in the page. */
function allowPush(): void {
  const key = 'pretended subscription'
  const endpoint = () => `https://push.example/${sessionStorage.getItem(key) === 'renewed' ? 'renewed' : 'pretended'}`
  const subscription = {
    get endpoint() {
      return endpoint()
    },
    options: { applicationServerKey: null },
    // The example in RFC 8291, appendix A.
    toJSON: () => ({
      endpoint: endpoint(),
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
    unsubscribe: async () => (sessionStorage.removeItem(key), true),
  } as unknown as PushSubscription
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  Notification.requestPermission = async () => 'granted'
  PushManager.prototype.getSubscription = async () => (sessionStorage.getItem(key) ? subscription : null)
  PushManager.prototype.subscribe = async () => (sessionStorage.setItem(key, 'yes'), subscription)
}

async function push(page: Page, message: object): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await client.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const data = JSON.stringify(message)
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await client.detach()
}

/** @returns a function that returns what the service worker has shown since */
async function recordNotifications(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(() => {
    const shown: object[] = []
    const scope = globalThis as unknown as { shown: object[]; registration: ServiceWorkerRegistration }
    scope.shown = shown
    scope.registration.showNotification = async (title, options) => void shown.push({ title, ...options })
  })
  return () => worker!.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
}
