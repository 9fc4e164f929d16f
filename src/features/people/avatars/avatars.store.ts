import { type Db, one } from '#kernel/db.ts'

/** Returns whether a member or an active sponsor uses this picture from another site. */
export async function isForeignAvatar(db: Db, url: string): Promise<boolean> {
  const row = await one(db)`
    select 1 as found from members where profile_image = ${url} and profile_image like 'http%'
    union all
    select 1 from sponsors where picture = ${url} and picture is not null and is_active and picture like 'http%' limit 1`
  return row !== null
}
