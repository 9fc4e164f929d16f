import { type Db, many, one, sql } from '#kernel/db.ts'
import type { ObjectKey } from './storage.contract.ts'

export interface StoredObject {
  id: string
  bucket: string
  path: string
  ownerId: number
  /** Its name on disk. */
  file: string
  contentType: string
  bytes: number
  etag: string
  createdAt: Date
  updatedAt: Date
}
export type NewObject = Pick<StoredObject, 'bucket' | 'path' | 'ownerId' | 'file' | 'contentType' | 'bytes' | 'etag'>

const fields = sql`id, bucket, path, owner_id as "ownerId", file, content_type as "contentType", bytes, etag,
  created_at as "createdAt", updated_at as "updatedAt"`

/** Stores the object. Replaces an existing object only if `mayReplace` is set and the owner is the same. @returns its
 *  id; null if another object already has the path */
export const saveObject = (db: Db, object: NewObject, mayReplace: boolean) =>
  one<{ id: string }>(db)`
    insert into storage_objects (bucket, path, owner_id, file, content_type, bytes, etag)
    values (${object.bucket}, ${object.path}, ${object.ownerId}, ${object.file}, ${object.contentType}, ${object.bytes},
      ${object.etag})
    on conflict (bucket, path) do update set file = excluded.file, content_type = excluded.content_type,
      bytes = excluded.bytes, etag = excluded.etag, updated_at = now()
      where ${mayReplace}::boolean and storage_objects.owner_id = excluded.owner_id
    returning id`

export const findObject = (db: Db, { bucket, path }: ObjectKey) =>
  one<StoredObject>(db)`select ${fields} from storage_objects where bucket = ${bucket} and path = ${path}`

export const findObjects = (db: Db, bucket: string, paths: string[]) =>
  many<StoredObject>(db)`
    select ${fields} from storage_objects where bucket = ${bucket} and path = any (${paths}::text[])`

/** Deletes the objects that exist; if an owner is given, only that owner's. */
export const deleteObjects = (db: Db, bucket: string, paths: string[], ownerId: number | null) =>
  many<StoredObject>(db)`
    delete from storage_objects where bucket = ${bucket} and path = any (${paths}::text[])
      and (${ownerId}::int is null or owner_id = ${ownerId}) returning ${fields}`

/** Returns objects that have no record in `images`, are not copies of a recorded picture, and have not changed since
 *  that time. */
export const listUnrecordedObjects = (db: Db, before: Date) =>
  many<ObjectKey>(db)`
    select bucket, path from storage_objects stored
    where updated_at < ${before} and not exists (select from images where images.bucket = stored.bucket
      and images.path in (stored.path, regexp_replace(stored.path, '[.][0-9]+w[.]webp$', '')))`

export interface Listing {
  bucket: string
  ownerId: number
  /** Empty, or ending in a slash. */
  prefix: string
  /** Part of the name, ignoring case. */
  search: string
  column: 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
  limit: number
  offset: number
}
export type ListedObject = StoredObject & { name: string; isFolder: boolean }

/** Lists one level of the owner's objects below the prefix: each folder once, and each object by name. */
export const listObjects = (db: Db, { bucket, ownerId, prefix, search, column, order, limit, offset }: Listing) =>
  many<ListedObject>(db)`
    with below as (
      select *, substr(path, length(${prefix}) + 1) as rest from storage_objects
      where owner_id = ${ownerId} and bucket = ${bucket} and starts_with(path, ${prefix})),
    level as (
      select distinct on (name, "isFolder") * from
        (select *, split_part(rest, '/', 1) as name, strpos(rest, '/') > 0 as "isFolder" from below) as named
      where ${search} = '' or strpos(lower(name), lower(${search})) > 0
      order by name, "isFolder")
    select ${fields}, name, "isFolder" from level
    order by ${sql.ref(column)} ${sql.raw(order)}, name limit ${limit} offset ${offset}`

/** Returns which of these file names belong to objects. */
export const listKnownFiles = (db: Db, files: string[]) =>
  many<{ file: string }>(db)`select file from storage_objects where file = any (${files}::uuid[])`

/** Counts the objects whose file name is in that range, excluding the given files and objects changed within the last
 *  hour. */
export const countObjectsBetween = async (
  db: Db,
  { after, upTo, except }: { after: string; upTo: string; except: string[] },
): Promise<number> =>
  (await one<{ count: number }>(db)`
    select count(*)::int as count from storage_objects where file > ${after}::uuid and file <= ${upTo}::uuid
      and file <> all (${except}::uuid[]) and updated_at < now() - interval '1 hour'`)!.count

export type StoredFile = Pick<StoredObject, 'file' | 'bucket' | 'path' | 'contentType' | 'bytes'>

/** Returns the objects' files, ordered by name, starting after the given name. */
export const listFilesAfter = (db: Db, file: string, limit: number) =>
  many<StoredFile>(db)`
    select file, bucket, path, content_type as "contentType", bytes from storage_objects
    where file > ${file}::uuid order by file limit ${limit}`
