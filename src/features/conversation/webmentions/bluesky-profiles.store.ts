import { type Db, many, one, run, sql } from '#kernel/db.ts'

export interface KnownProfile {
  did: string
  photo: string | null
}

export const findProfile = (db: Db, actor: string) => one<KnownProfile>(db)`
  select did, photo from bluesky_profiles where actor = ${actor}`

export interface NewProfile extends KnownProfile {
  actor: string
  handle: string
  name: string
}

export const saveProfile = (db: Db, { actor, did, handle, name, photo }: NewProfile, nowMs: number) => run(db)`
  insert into bluesky_profiles (actor, did, handle, name, photo, refreshed_at)
  values (${actor}, ${did}, ${handle}, ${name}, ${photo}, ${new Date(nowMs)})
  on conflict (actor) do update set did = excluded.did, handle = excluded.handle, name = excluded.name,
    photo = excluded.photo, refreshed_at = excluded.refreshed_at`

/** Bluesky authors of published or pending mentions. */
const authors = sql`
  from webmentions where bluesky_actor is not null and state = 'verified' and status in ('pending', 'approved')`

export const countAuthors = async (db: Db): Promise<number> =>
  (await one<{ count: number }>(db)`select count(distinct bluesky_actor)::int as count ${authors}`)?.count ?? 0

export const listAuthors = (db: Db) => many<{ actor: string }>(db)`
  select distinct bluesky_actor as actor ${authors} order by actor`

/** Deletes profiles without mentions. */
export const sweepProfiles = (db: Db) => run(db)`
  delete from bluesky_profiles where not exists (select from webmentions where bluesky_actor = actor)`
