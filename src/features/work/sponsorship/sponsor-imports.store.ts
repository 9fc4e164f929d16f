import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { type Db, inTransaction, one, run } from '#kernel/db.ts'
import { maxSponsors } from './sponsors.contract.ts'

/** A sponsor to store. `key`: a hash in hexadecimal digits. */
export interface KnownSponsor {
  key: string
  displayName: string | null
  username: string | null
  picture: string | null
  profileUrl: string | null
  monthlyCents: number | null
  /** `2023-06-01` */
  since: string | null
  isPrivate: boolean
  isActive: boolean
}
interface Saved {
  added: number
  changed: number
  unchanged: number
  ended: number
}

/** Saves all sponsors or none: adds new ones, updates known ones, and ends those that have ended. Sponsors who were
 *  made private here remain private. @throws AppError conflict if there would be more than {@link maxSponsors} */
export const saveImported = (db: Db, memberId: number, sponsors: KnownSponsor[]): Promise<Saved> =>
  inTransaction(db, async (db) => {
    await run(db)`select from members where id = ${memberId} for no key update`
    const active = sponsors.filter(({ isActive }) => isActive)
    const endedKeys = sponsors.filter(({ isActive }) => !isActive).map(({ key }) => key)
    const { added = 0, changed = 0 } = (await upsert(db, memberId, active)) ?? {}
    const ended = await run(db)`
      update sponsors set is_active = false, changed_at = now() where member_id = ${memberId} and source = 'import'
        and external_key = any(select decode(key, 'hex') from unnest(${endedKeys}::text[]) key) and is_active`
    const row = await one<{ total: number }>(db)`
      select sponsor_count as total from sponsor_counts where member_id = ${memberId}`
    if (row && row.total > maxSponsors)
      throw new AppError(
        'conflict',
        t('You can have at most {maxSponsors} sponsors. Nothing was imported.', { maxSponsors }),
      )
    return { added, changed, unchanged: active.length - added - changed, ended }
  })

const upsert = (db: Db, memberId: number, sponsors: KnownSponsor[]) => one<{ added: number; changed: number }>(db)`
  with given as (
    select * from jsonb_to_recordset(${JSON.stringify(sponsors)}::jsonb) as given (key text, "displayName" text,
      username text, picture text, "profileUrl" text, "monthlyCents" int, since date, "isPrivate" boolean)),
  saved as (
    insert into sponsors as known (member_id, source, external_key, display_name, username, picture, profile_url,
      monthly_cents, since, is_private)
    select ${memberId}::int, 'import', decode(key, 'hex'), "displayName", username, picture, "profileUrl", "monthlyCents",
      since, "isPrivate" from given order by key
    on conflict (member_id, source, external_key) do update set
      display_name = case when not known.is_private then excluded.display_name end,
      username = case when not known.is_private then excluded.username end,
      picture = case when not known.is_private then excluded.picture end,
      profile_url = case when not known.is_private then excluded.profile_url end,
      monthly_cents = coalesce(excluded.monthly_cents, known.monthly_cents),
      since = coalesce(excluded.since, known.since),
      is_private = known.is_private or excluded.is_private, is_active = true, changed_at = now()
    where (known.is_active, known.is_private, coalesce(known.monthly_cents, -1), coalesce(known.since, '-infinity'))
        is distinct from (true, known.is_private or excluded.is_private,
          coalesce(excluded.monthly_cents, known.monthly_cents, -1), coalesce(excluded.since, known.since, '-infinity'))
      or not known.is_private and (known.display_name, known.username, known.picture, known.profile_url)
        is distinct from (excluded.display_name, excluded.username, excluded.picture, excluded.profile_url)
    returning xmax = 0 as is_new)
  select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from saved`
