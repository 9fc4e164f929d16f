import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perAddress, perMember } from '#kernel/limits.contract.ts'
import { optionalKinds } from './notifications.contract.ts'

const Kinds = z
  .array(z.enum(optionalKinds, { error: () => t('Unknown kind of notification') }))
  .check(z.maxLength(20, { error: () => t('Too many kinds') }))

/** The kinds that are turned off, the remaining kinds that are also included in the daily digest, and those that are not
 *  sent to the member's devices. */
const NotificationChoices = z.object({ muted: Kinds, emailed: Kinds, silent: Kinds })
export type NotificationChoices = z.infer<typeof NotificationChoices>
/** Without `silent`, the member's devices get the same kinds as before. */
const ChoicesInput = z.extend(NotificationChoices, { silent: z.optional(Kinds) })
export type ChoicesInput = z.infer<typeof ChoicesInput>

const NotificationSettings = z.extend(NotificationChoices, {
  /** The address for digests; null if they cannot be sent. */
  address: z.nullable(z.string()),
  /** Why digests cannot be sent: the site has no mail server, or the member has no confirmed address. */
  noMail: z.nullable(z.enum(['no_mail_server', 'no_address'])),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const getNotificationSettings = endpoint('GET /api/notifications/settings', {
  summary: 'Get your notification settings',
  access: 'member',
  answer: NotificationSettings,
})
export const saveNotificationSettings = endpoint('PUT /api/notifications/settings', {
  summary: 'Save your notification settings',
  access: 'member',
  body: ChoicesInput,
  answer: NotificationSettings,
  limits: [perMember('notification-settings', 120, 60)],
})
/** Called by mail programs, and by the page at the same URL. Opening that page changes nothing, because mail filters
 *  follow links. Source: RFC 8058. */
export const unsubscribe = endpoint('POST /unsubscribe', {
  summary: 'Unsubscribe from the daily email',
  access: 'anyone',
  worksWithoutSecondFactor: true,
  query: z.object({ token: z._default(z.string(), '') }),
  headers: { accept: 'If it contains text/html, the response is a page; otherwise it is empty (204).' },
  answer: z.null(),
  alternatives: [media('text/html')],
  limits: [perAddress('unsubscribe', 30, 60)],
})
