import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { FetchOptions } from '#kernel/safe-fetch.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { hrefOf, sentenceOf } from './notification-words.contract.ts'
import { notificationsAddress } from './notification-addresses.contract.ts'
import type { Notification, NotificationKind } from './notifications.contract.ts'
import type { PushMessage } from './push-message.contract.ts'
import type { PushTarget } from './push-devices.store.ts'

/** Messages that the push service cannot deliver within this time are lost: the site still shows the notification. */
const ttlSeconds = 24 * 60 * 60
/** Long names and titles must not make the message larger than push services accept. */
const maxSentence = 500
/** These can wait until a phone is in use. */
const lessUrgent: ReadonlySet<NotificationKind> = new Set(['follow', 'like'])

interface MessageOptions {
  siteName: string
  iconVersion: string | undefined
  isOn: (section: Section) => boolean
}

/** Returns what the browser shows for the notification, in the current language. */
export function messageOf(entry: Notification, { siteName, iconVersion, isOn }: MessageOptions): PushMessage {
  const sentence = sentenceOf(entry)
  return {
    title: siteName,
    body: sentence.length > maxSentence ? `${sentence.slice(0, maxSentence)}…` : sentence,
    url: hrefOf(entry, isOn) ?? notificationsAddress.href(),
    tag: `notification-${entry.id}`,
    icon: `/icon-192.png${iconVersion === undefined ? '' : `?v=${iconVersion}`}`,
  }
}

interface RequestOptions {
  entry: Pick<Notification, 'id' | 'kind'>
  message: PushMessage
  target: PushTarget
  siteUrl: string
  keys: { publicKey: string; privateKey: string }
}

/** Encrypts and signs the message for the device. Until it is delivered, the notification's next message replaces it.
 *  Sources: RFC 8030, RFC 8291, and RFC 8292. */
export async function pushRequest({ entry, message, target, siteUrl, keys }: RequestOptions): Promise<FetchOptions> {
  const urgency = lessUrgent.has(entry.kind) ? 'low' : 'normal'
  const { headers, body } = await buildPushPayload(
    { data: JSON.stringify(message), options: { ttl: ttlSeconds, urgency, topic: `notification-${entry.id}` } },
    { endpoint: target.endpoint, expirationTime: null, keys: target.keys },
    { ...keys, subject: siteUrl },
  )
  return { method: 'POST', headers: { ...headers }, body }
}
