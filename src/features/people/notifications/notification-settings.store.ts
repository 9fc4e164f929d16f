import { type Db, one, run } from '#kernel/db.ts'
import type { Locale } from '#messages/locales.ts'
import type { ChoicesInput, NotificationChoices } from './notification-settings.contract.ts'

/** Returns the member's choices. By default all kinds are on and sent to devices, and none are emailed. */
export const findChoices = async (db: Db, memberId: number): Promise<NotificationChoices> =>
  (await one<NotificationChoices>(db)`
    select muted, emailed, silent from notification_settings where member_id = ${memberId}`) ?? {
    muted: [],
    emailed: [],
    silent: [],
  }

export const saveChoices = (db: Db, memberId: number, { muted, emailed, silent }: ChoicesInput) => run(db)`
  insert into notification_settings as present (member_id, muted, emailed, silent)
  values (${memberId}, ${muted}::text[], ${emailed}::text[], coalesce(${silent ?? null}::text[], '{}'))
  on conflict (member_id) do update set muted = excluded.muted, emailed = excluded.emailed,
    silent = coalesce(${silent ?? null}::text[], present.silent)`

/** Turns off the daily email for the member. */
export const endDigests = (db: Db, memberId: number) => run(db)`
  update notification_settings set emailed = '{}' where member_id = ${memberId}`

/** Returns the member's account at the identity provider and their language, or null if they are suspended or deleted. */
export const findPerson = (db: Db, memberId: number) => one<Person>(db)`
  select issuer, subject, display_name as name, locale
  from members left join member_languages on member_id = id where id = ${memberId}`

interface Person {
  issuer: string
  subject: string
  name: string
  /** Null: unknown. */
  locale: Locale | null
}
