import { type Db, one, run } from '#kernel/db.ts'
import type { NotificationChoices } from './notification-settings.contract.ts'

/** What the member chose; until then everything is told on the site and nothing by e-mail. */
export const findChoices = async (db: Db, memberId: number): Promise<NotificationChoices> =>
  (await one<NotificationChoices>(db)`
    select muted, emailed from notification_settings where member_id = ${memberId}`) ?? { muted: [], emailed: [] }

export const saveChoices = (db: Db, memberId: number, { muted, emailed }: NotificationChoices) => run(db)`
  insert into notification_settings (member_id, muted, emailed)
  values (${memberId}, ${muted}::text[], ${emailed}::text[])
  on conflict (member_id) do update set muted = excluded.muted, emailed = excluded.emailed`

/** No digest comes any more, until the member chooses otherwise. */
export const endDigests = (db: Db, memberId: number) => run(db)`
  update notification_settings set emailed = '{}' where member_id = ${memberId}`

/** Who the member is to the identity provider; null when there is none, or they are not there at present. */
export const findPerson = (db: Db, memberId: number) => one<{ issuer: string; subject: string; name: string }>(db)`
  select issuer, subject, display_name as name from members where id = ${memberId}`
