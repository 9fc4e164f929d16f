import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { ObjectPlace } from './uploads.contract.ts'
import { isAmong } from './uploads.store.ts'

/** What all addresses of pictures have: public ones, and those by which the Storage clients download, sign and resize. */
const storagePrefix = '/storage/v1/'
/** What follows it, up to the bucket. */
const kindPrefix = /^(?:object|render\/image)\/(?:(?:public|authenticated|sign)\/)?/

/** Longest path, percent-encoded, with its bucket and what precedes that. */
const maxAddressLength = 3240

/** What follows the prefix of picture addresses in every text of the database: posts, revisions, drafts, profiles, projects,
 *  comments, messages, jobs, and whatever is added later. Column by column, so that no statement runs for long. */
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

/** Those of the places that a mention names, by the picture or one of its copies. */
export function mentionedAmong(places: ObjectPlace[], mentions: Iterable<string>): Set<ObjectPlace> {
  const byPicture = Map.groupBy(places, ({ bucket, path }) => `${bucket}/${path.replace(copySuffix, '')}`)
  const found = new Set<ObjectPlace>()
  for (const mention of mentions) {
    for (const text of readings(mention)) {
      // Where the address ends is not known in a text: every end of a picture's name is tried.
      for (const { index, 0: end } of text.matchAll(/\.(?:jpe?g|png|webp|gif|avif)/gi)) {
        for (const place of byPicture.get(text.slice(0, index + end.length)) ?? []) found.add(place)
      }
    }
  }
  return found
}

/** What `variantOf` adds. */
const copySuffix = /\.\d+w\.webp$/

/** The mention from the bucket on, as it stands, and as addresses and HTML encode it. */
function readings(address: string): string[] {
  const mention = address.replace(kindPrefix, '')
  const plain = mention.replaceAll('&amp;', '&').replaceAll(/&#(?:39|x27);/g, "'")
  const decoded = plain.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
  return [...new Set([mention, plain, decoded])]
}

export const listAllImages = (db: Db) => many<ObjectPlace>(db)`select bucket, path from images`

/** Notes which pictures are used, and since when the others have not been. */
export async function markUses(
  db: Db,
  images: ObjectPlace[],
  used: ReadonlySet<ObjectPlace>,
  now: Date,
): Promise<void> {
  await run(db)`update images set unused_since = null where unused_since is not null and ${isAmong([...used])}`
  const unused = images.filter((place) => !used.has(place))
  await run(db)`update images set unused_since = ${now} where unused_since is null and ${isAmong(unused)}`
}

/** Whether a text with the picture has been rendered since the search. */
export const isUsedAgain = async (db: Db, place: ObjectPlace): Promise<boolean> =>
  (await one(db)`select from images where unused_since is null and ${isAmong([place])}`) !== null

/** Pictures that were unused all the time since. */
export const listUnusedSince = (db: Db, since: Date) =>
  many<ObjectPlace>(db)`select bucket, path from images where unused_since <= ${since} order by bucket, path`
