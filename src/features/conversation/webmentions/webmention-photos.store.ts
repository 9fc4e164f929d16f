import { type Db, one, run, sql } from '#kernel/db.ts'

/** Saves the picture unless an identical one is already stored. */
export const savePhoto = (db: Db, hash: Buffer, bytes: Buffer) => run(db)`
  insert into webmention_photos (hash, bytes) values (${hash}, ${bytes}) on conflict (hash) do nothing`

export const findPhoto = (db: Db, hash: Buffer) => one<{ bytes: Buffer }>(db)`
  select bytes from webmention_photos where hash = ${hash}`

/** Deletes pictures without mentions, except recent ones, whose mentions may not be saved yet. */
export const sweepPhotos = (db: Db, nowMs: number) => run(db)`
  delete from webmention_photos where created_at < ${new Date(nowMs - 86_400_000)}
    and not exists (select from webmentions where author_photo = ${address})
    and not exists (select from bluesky_profiles where photo = ${address})`

const address = sql`'/webmention-photos/' || encode(hash, 'hex') || '.webp'`
