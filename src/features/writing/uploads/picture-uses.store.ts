import { percentDecoded } from '#kernel/address.contract.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { originalOf } from '#schemas/image-variants.contract.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'
import { isAmong } from './uploads.store.ts'

/** The prefix of all picture URLs: public ones, and those that Storage clients use to download, sign, and resize. */
const storagePrefix = '/storage/v1/'
/** The part between the prefix and the bucket. */
const kindPrefix = /^(?:object|render\/image)\/(?:(?:public|authenticated|sign)\/)?/

/** Maximum length of a percent-encoded path, including its bucket and prefix. */
const maxAddressLength = 3240

/** Finds references to pictures in every text column of the database: posts, revisions, drafts, profiles, projects,
 *  comments, messages, jobs, and any table added later. Reads column by column, so that no statement runs for long. */
export async function listPictureMentions(db: Db): Promise<Set<string>> {
  const mentions = new Set<string>()
  for (const { schema, table, column } of await listTextColumns(db)) {
    const text = sql`${sql.ref(`searched.${column}`)}::text`
    const rows = await many<{ mention: string }>(db)`
      select distinct substring(left(part.rest, ${maxAddressLength}) from '^[^"<>\\\\\\n\\r]+') as mention
      from ${sql.table(`${schema}.${table}`)} searched,
        string_to_table(${text}, ${storagePrefix}) with ordinality as part (rest, number)
      where strpos(${text}, ${storagePrefix}) > 0 and part.number > 1`
    for (const { mention } of rows) if (mention) mentions.add(mention)
  }
  return mentions
}

const listTextColumns = (db: Db) =>
  many<{ schema: string; table: string; column: string }>(db)`
    select nspname as schema, relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and (nspname = 'graphile_worker' or nspname = current_schema())
      and atttypid = any (array['text', 'varchar', 'json', 'jsonb', 'text[]', 'varchar[]']::regtype[])
    order by 1, 2, 3`

/** Returns the stored pictures and copies that are mentioned, either directly or through another copy. */
export function mentionedAmong(places: ObjectKey[], mentions: Iterable<string>): Set<ObjectKey> {
  const byPicture = Map.groupBy(places, ({ bucket, path }) => `${bucket}/${originalOf(path) ?? path}`)
  const found = new Set<ObjectKey>()
  for (const mention of mentions) {
    for (const text of readings(mention)) {
      // Text does not show where a URL ends, so this tries every possible end of a file name.
      for (const { index, 0: end } of text.matchAll(/\.(?:jpe?g|png|webp|gif|avif)/gi)) {
        for (const place of byPicture.get(text.slice(0, index + end.length)) ?? []) found.add(place)
      }
    }
  }
  return found
}

/** Returns the possible readings of a reference, starting at its bucket: as written, HTML-decoded, and URL-decoded. */
function readings(address: string): string[] {
  const mention = address.replace(kindPrefix, '')
  const plain = mention.replaceAll('&amp;', '&').replaceAll(/&#(?:39|x27);/g, "'")
  const decoded = plain.replaceAll(/(?:%[0-9a-f]{2})+/gi, percentDecoded)
  return [...new Set([mention, plain, decoded])]
}

export const listAllImages = (db: Db) => many<ObjectKey>(db)`select bucket, path from images`

/** Updates `unused_since`: cleared for used pictures, set for newly unused ones. */
export async function markUses(db: Db, images: ObjectKey[], used: ReadonlySet<ObjectKey>, now: Date): Promise<void> {
  await run(db)`update images set unused_since = null where unused_since is not null and ${isAmong([...used])}`
  const unused = images.filter((place) => !used.has(place))
  await run(db)`update images set unused_since = ${now} where unused_since is null and ${isAmong(unused)}`
}

/** Reports whether a post with the picture has been rendered since the search. */
export const isUsedAgain = async (db: Db, place: ObjectKey): Promise<boolean> =>
  (await one(db)`select from images where unused_since is null and ${isAmong([place])}`) !== null

/** Returns the pictures that have been unused since the given time. */
export const listUnusedSince = (db: Db, since: Date) =>
  many<ObjectKey>(db)`select bucket, path from images where unused_since <= ${since} order by bucket, path`
