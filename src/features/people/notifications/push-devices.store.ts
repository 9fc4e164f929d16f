import { type Db, inTransaction, many, one, run } from '#kernel/db.ts'
import { shownDevice } from '#kernel/device-name.ts'
import type { Locale } from '#messages/locales.ts'
import { maxPushDevices, type NewPushDevice, type PushDevice } from './push-devices.contract.ts'

interface DeviceRow extends Omit<PushDevice, 'createdAt' | 'lastSentAt'> {
  createdAt: Date
  lastSentAt: Date | null
}

const deviceOf = ({ id, name, endpoint, createdAt, lastSentAt }: DeviceRow): PushDevice => ({
  id,
  name: shownDevice(name),
  endpoint,
  createdAt: createdAt.toISOString(),
  lastSentAt: lastSentAt && lastSentAt.toISOString(),
})

/** Returns the member's devices, newest first, except those that subscribed with another key of the site. */
export const listPushDevices = async (db: Db, memberId: number, serverKey: string): Promise<PushDevice[]> =>
  (
    await many<DeviceRow>(db)`
      select id, name, endpoint, created_at as "createdAt", last_sent_at as "lastSentAt" from push_devices
      where member_id = ${memberId} and server_key = ${serverKey} order by id desc`
  ).map(deviceOf)

interface AddedDevice extends NewPushDevice {
  memberId: number
  serverKey: string
  name: string
  /** The language for the texts of notifications. */
  locale: Locale
}

/** Adds or updates the device. A browser belongs to the member who subscribed last. @returns null if the member has
 *  {@link maxPushDevices} others */
export const addPushDevice = (db: Db, device: AddedDevice): Promise<(PushDevice & { isNew: boolean }) | null> =>
  inTransaction(db, async (db) => {
    const { memberId, endpoint, keys, serverKey, name, locale } = device
    await run(db)`select from members where id = ${memberId} for no key update`
    await run(db)`delete from push_devices where member_id = ${memberId} and server_key <> ${serverKey}`
    const added = await one<DeviceRow & { isNew: boolean }>(db)`
      insert into push_devices as present (member_id, endpoint, p256dh, auth, server_key, name, locale)
      select ${memberId}::int, ${endpoint}::text, ${keys.p256dh}::text, ${keys.auth}::text, ${serverKey}::text,
        ${name}::text, ${locale}::text
      where (select count(*) from push_devices where member_id = ${memberId} and endpoint <> ${endpoint})
        < ${maxPushDevices}::int
      on conflict (endpoint) do update set member_id = excluded.member_id, p256dh = excluded.p256dh,
        auth = excluded.auth, server_key = excluded.server_key, name = excluded.name, locale = excluded.locale
      returning id, name, endpoint, created_at as "createdAt", last_sent_at as "lastSentAt", xmax = 0 as "isNew"`
    return added && { ...deviceOf(added), isNew: added.isNew }
  })

/** Removes the member's device. */
export const removePushDevice = (db: Db, memberId: number, id: number) => run(db)`
  delete from push_devices where member_id = ${memberId} and id = ${id}`

/** Removes a device that its push service no longer knows. */
export const forgetPushDevice = (db: Db, id: number) => run(db)`delete from push_devices where id = ${id}`

export const markPushSent = (db: Db, id: number) => run(db)`
  update push_devices set last_sent_at = now() where id = ${id}`

/** Sends the device nothing new until then, as its push service has asked. */
export const postponePushes = (db: Db, id: number, until: Date) => run(db)`
  update push_devices set postponed_until = ${until} where id = ${id}`

/** Returns the devices to which the unread notification is sent now: none if the member is suspended. */
export const listPushTargets = (db: Db, notificationId: number, serverKey: string) => many<{ deviceId: number }>(db)`
  select device.id as "deviceId" from notifications entry
  join members on members.id = entry.member_id
  join push_devices device on device.member_id = entry.member_id and device.server_key = ${serverKey}
  left join notification_settings settings on settings.member_id = entry.member_id
  where entry.id = ${notificationId} and entry.read_at is null
    and (device.postponed_until is null or device.postponed_until <= now())
    and not (entry.kind = any (coalesce(settings.muted || settings.silent, '{}')))
  order by device.id`

export interface PushTarget {
  endpoint: string
  keys: { p256dh: string; auth: string }
  locale: Locale
}

/** Returns the device if the notification is still unread and the device still belongs to the notified member. */
export const findPushTarget = (db: Db, notificationId: number, deviceId: number, serverKey: string) =>
  one<PushTarget>(db)`
    select endpoint, jsonb_build_object('p256dh', p256dh, 'auth', auth) as keys,
      coalesce(language.locale, device.locale) as locale
    from push_devices device join notifications entry on entry.member_id = device.member_id
    join members on members.id = device.member_id
    left join member_languages language on language.member_id = device.member_id
    where device.id = ${deviceId} and device.server_key = ${serverKey}
      and entry.id = ${notificationId} and entry.read_at is null`
