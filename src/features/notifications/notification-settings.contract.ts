import * as z from 'zod/mini'
import { optionalKinds } from './notifications.contract.ts'

export const notificationSettingsPath = '/api/notifications/settings'
export const unsubscribePath = '/unsubscribe'

const Kinds = z.array(z.enum(optionalKinds, 'Unknown kind of notification')).check(z.maxLength(20, 'Too many kinds'))

/** The kinds that are not told at all, and those that the daily digest tells too, of what is told. */
export const NotificationChoices = z.object({ muted: Kinds, emailed: Kinds })
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const NotificationSettings = z.extend(NotificationChoices, {
  /** Where digests go; null where they cannot. */
  address: z.nullable(z.string()),
  /** Why they cannot: the site has no mail server, or knows no confirmed address of the member. */
  noMail: z.nullable(z.enum(['no_mail_server', 'no_address'])),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
