import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

export const maxPushDevices = 10

/** A browser that gets the member's notifications through its push service. `name`: for example 'Firefox on Linux'.
 *  `endpoint`: identifies the browser's own subscription. `lastSentAt`: when a notification was last delivered to the
 *  push service. */
const PushDevice = z.object({
  id: Id,
  name: z.string(),
  endpoint: z.string(),
  createdAt: z.iso.datetime(),
  lastSentAt: z.nullable(z.iso.datetime()),
})
export type PushDevice = z.infer<typeof PushDevice>

/** The devices, newest first, and the public key that browsers need to subscribe, in base64url. */
const PushDevices = z.object({ serverKey: z.string(), devices: z.array(PushDevice) })
export type PushDevices = z.infer<typeof PushDevices>

const invalid = { error: () => t('This is not a valid push subscription.') }
/** `p256dh` is an uncompressed point, and `auth` has 16 bytes. Source: RFC 8291, section 3. */
const NewPushDevice = z.object({
  endpoint: z.url({ ...invalid, protocol: /^https$/ }).check(z.maxLength(1000, invalid)),
  keys: z.object(
    {
      p256dh: z.string(invalid).check(z.regex(/^B[\w-]{86}$/, invalid)),
      auth: z.string(invalid).check(z.regex(/^[\w-]{22}$/, invalid)),
    },
    invalid,
  ),
})
export type NewPushDevice = z.infer<typeof NewPushDevice>

const limits = [perMember('push-devices', 60, 60)]

export const getPushDevices = endpoint('GET /api/notifications/devices', {
  summary: 'List the devices that get your notifications',
  access: 'member',
  answer: PushDevices,
})
/** Takes a browser's `PushSubscription` as JSON. 201 for a new device, 200 if it is known. */
export const addPushDevice = endpoint('POST /api/notifications/devices', {
  summary: 'Send your notifications to a device',
  access: 'member',
  body: NewPushDevice,
  answer: PushDevice,
  creates: true,
  limits,
})
/** Idempotent. */
export const removePushDevice = endpoint('DELETE /api/notifications/devices/:id', {
  summary: 'Stop sending your notifications to a device',
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
  limits,
})
