import { type Db, many, run, sql } from '#kernel/db.ts'
import type { ProcessedImage } from '#kernel/images.ts'
import type { ImageSizes } from './uploads.contract.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import { type ObjectKey, publicUrlOf, parsePublicUrl } from '#providers/storage/storage.contract.ts'

export interface NewImage extends ObjectKey {
  width: number
  height: number
  variantWidths: number[]
  contentType: string
  bytes: number
  /** Including its smaller copies. */
  storedBytes: number
  memberId: number
}

/** Records an uploaded picture, replacing an earlier one at the same path. */
export const addImage = (
  db: Db,
  { bucket, path, width, height, variantWidths, contentType, bytes, storedBytes, memberId }: NewImage,
) =>
  run(db)`
    insert into images (bucket, path, width, height, variant_widths, content_type, bytes, stored_bytes, member_id)
    values (${bucket}, ${path}, ${width}, ${height}, ${variantWidths}::int[], ${contentType}, ${bytes},
      ${storedBytes}, ${memberId})
    on conflict (bucket, path) do update set width = excluded.width, height = excluded.height,
      variant_widths = excluded.variant_widths, content_type = excluded.content_type, bytes = excluded.bytes,
      stored_bytes = excluded.stored_bytes, member_id = excluded.member_id, created_at = now(), unused_since = null`

/** Converts a processed picture for {@link addImage}. */
export const factsOf = ({ width, height, variants, contentType, bytes }: ProcessedImage) => ({
  width,
  height,
  variantWidths: variants.map((one) => one.width),
  contentType,
  bytes: bytes.length,
  storedBytes: variants.reduce((sum, variant) => sum + variant.bytes.length, bytes.length),
})

/** Returns the member's uploads that are not used in any of their posts or revisions. Searches the Markdown too,
 *  because the HTML of a very long text contains only its beginning. */
export async function listUnusedImages(db: Db, memberId: number): Promise<ObjectKey[]> {
  const own = await many<ObjectKey>(db)`
    select bucket, path from images where member_id = ${memberId} order by bucket, path`
  const addresses = own.map((place) => publicUrlOf('', place))
  const used = await many<{ address: string }>(db)`${usedAddresses(memberId, addresses)}`
  const isUsed = new Set(used.map(({ address }) => address))
  return own.filter((_, index) => !isUsed.has(addresses[index]!))
}

export const usedAddresses = (memberId: number, addresses: string[]) => sql`
  with own as (
    select id, content, content_html from posts_with_hidden
    where (member_id = ${memberId} and not is_hidden) or (member_id = ${memberId} and is_hidden)),
  written as (
    select content, content_html from own
    union all select v.content, v.content_html from own join post_versions v on v.post_id = own.id)
  select address from unnest(${addresses}::text[]) as address
  where exists (select from written where strpos(content_html, address) > 0 or strpos(content, address) > 0)`

/** Deletes the records for pictures whose files are being removed. */
export const forgetImages = (db: Db, places: ObjectKey[]) => run(db)`
  delete from images where ${isAmong(places)}`

export const isAmong = (places: ObjectKey[]) => sql`(bucket, path) in (select * from unnest(
  ${places.map(({ bucket }) => bucket)}::text[], ${places.map(({ path }) => path)}::text[]))`

interface ImageRow extends ObjectKey {
  width: number
  height: number
  variantWidths: number[]
  isUnused: boolean
}

/** Returns the sizes of the pictures at these URLs, by URL, omitting pictures that were not uploaded here. Marks the
 *  pictures as used, because a post with them is being rendered. A copy's URL is relative or absolute, like the
 *  picture's own URL. */
export async function findImages(db: Db, urls: string[]): Promise<Map<string, ImageSizes>> {
  const places = urls.flatMap((url) => {
    const place = parsePublicUrl(url)
    return place ? [{ url, ...place }] : []
  })
  if (!places.length) return new Map()
  const rows = await many<ImageRow>(db)`
    select bucket, path, width, height, variant_widths as "variantWidths", unused_since is not null as "isUnused"
    from images
    where ${isAmong(places)}`
  const found = rows.filter((row) => row.isUnused)
  if (found.length > 0) await run(db)`update images set unused_since = null where ${isAmong(found)}`
  const known = new Map(rows.map((row) => [`${row.bucket}/${row.path}`, row]))
  return new Map(
    places.flatMap(({ url, bucket, path }) => {
      const row = known.get(`${bucket}/${path}`)
      return row ? [[url, sizesOf(row, url)] as const] : []
    }),
  )
}

const sizesOf = ({ width, height, variantWidths }: ImageRow, url: string): ImageSizes => ({
  width,
  height,
  variants: variantWidths.map((one) => ({ width: one, url: variantOf(url, one) })),
})
