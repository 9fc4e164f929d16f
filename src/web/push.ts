import { inTime } from './in-time.ts'
import { fieldsIn } from './json-fields.ts'
import { serviceWorkerPath } from './offline/start-offline.ts'
import { ownScriptUrl } from './own-worker.ts'
import { sessionUserId } from './session.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

// This browser's subscription for push notifications, which belongs to the member who turned them on here.

/** Why this browser cannot show push notifications. `not_installed`: on iPhones and iPads, only installed apps can. */
export type PushObstacle = 'worker_off' | 'not_installed' | 'unsupported' | 'blocked'

/** @param hasServiceWorker whether the operator has turned the service worker on */
export function pushObstacle(hasServiceWorker: boolean): PushObstacle | null {
  if (!hasServiceWorker) return 'worker_off'
  if (!canPush()) return isAppleMobile() ? 'not_installed' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** Without HTTPS, browsers offer none of these. */
const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** iPads claim to be Macs, which have no touchscreen. */
const isAppleMobile = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes('Mac OS') && navigator.maxTouchPoints > 1)

/** Returns the endpoint of this browser's subscription, or null if there is none. */
export async function findEndpoint(): Promise<string | null> {
  return (await findSubscription())?.endpoint ?? null
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** A subscription as the site needs it. */
export interface PushKeys {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** If the installation fails, browsers never report it. */
const maxInstallMs = 20_000

/** Asks for permission unless the member has given it, and subscribes. Must be called from a click. @param serverKey the
 *  site's public key @returns null if permission was denied */
export async function subscribe(serverKey: string): Promise<PushKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(ownScriptUrl(serviceWorkerPath))
  const registration = await inTime(navigator.serviceWorker.ready, maxInstallMs)
  if (!registration) throw new Error('The service worker was not installed in time.')
  const { pushManager } = registration
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) !== serverKey) await before.unsubscribe()
  return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }))
}

/** Ends this browser's subscription. The push service then rejects what the site still sends. */
export async function unsubscribe(): Promise<void> {
  removeStored(recordKey)
  await (await findSubscription())?.unsubscribe()
}

const recordKey = 'push_subscription'

/** Remembers that the site sends the signed-in member's notifications to the subscription. */
export const recordEndpoint = (endpoint: string): boolean =>
  writeStored(recordKey, JSON.stringify({ userId: sessionUserId(), endpoint }))

/** Ends the subscription if someone else turned it on. @returns the subscription if the browser has replaced it, so
 *  that the site can be notified */
export async function tidySubscription(): Promise<PushKeys | null> {
  const subscription = await findSubscription()
  if (!subscription) return null
  const { userId, endpoint } = fieldsIn(readStored(recordKey))
  if (typeof endpoint !== 'string' || typeof userId !== 'string' || userId !== sessionUserId()) {
    await unsubscribe()
    return null
  }
  return endpoint === subscription.endpoint ? null : keysOf(subscription)
}

function keysOf(subscription: PushSubscription): PushKeys {
  const { endpoint, keys = {} } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** Returns the key that the subscription was made for, in base64url. */
function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
