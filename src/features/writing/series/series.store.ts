import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Member } from '#kernel/http.ts'
import type { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { t } from '#messages/messages.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { canEditSeries, type Series, type SeriesChange, type SeriesPart, type SeriesPlace } from './series.contract.ts'

/** Maximum number of articles in a series. */
export const maxParts = 500

/** Adds the post to one of its author's series, creating the series if it does not exist, or removes the post from its
 *  series. A post keeps its number unless another one is chosen. `isStrict`: a full series is an error; otherwise, the
 *  post is not added. @throws AppError invalid_input */
export async function saveSeries(
  db: Db,
  postId: number,
  series: ArticleDetails['series'],
  { isStrict }: { isStrict: boolean },
): Promise<void> {
  if (!series) return void (await run(db)`delete from series_posts where post_id = ${postId}`)
  const seriesId = await findOrCreate(db, postId, series.name)
  const row = await one<{ parts: number }>(db)`
    select count(*)::int as parts from series_posts where series_id = ${seriesId} and post_id <> ${postId}`
  if (row!.parts >= maxParts) {
    if (!isStrict) return
    const message = t('A series can have at most {maxParts} articles.', { maxParts })
    throw new AppError('invalid_input', message, { issues: [{ path: 'series', message }] })
  }
  await run(db)`
    insert into series_posts as mine (post_id, series_id, part)
    select ${postId}, ${seriesId}, coalesce(${series.part}::int,
      (select least(coalesce(max(part), 0), 99999) + 1 from series_posts where series_id = ${seriesId}))
    on conflict (post_id) do update set series_id = excluded.series_id,
      part = case when ${series.part}::int is null and mine.series_id = excluded.series_id
        then mine.part else excluded.part end`
}

async function findOrCreate(db: Db, postId: number, name: string): Promise<number> {
  const author = sql`(select member_id from posts_with_hidden where id = ${postId})`
  const find = () => one<{ id: number }>(db)`
    select id from series where member_id = ${author} and lower(name) = lower(${name}) for key share`
  const known = await find()
  if (known) return known.id
  const slug = slugOf(name) || 'series'
  await run(db)`
    insert into series (member_id, slug, name)
    select ${author}, free.slug, ${name} from (
      select number, case when number = 1 then ${slug}::text when number = 50 then ${slug} || '-' || ${postId}::int
        else ${slug} || '-' || number end as slug
      from generate_series(1, 50) number) as free
    where not exists (select from series taken where taken.slug = free.slug) order by number limit 1
    on conflict do nothing`
  // Another transaction created the series, or took the slug, at the same time: try again.
  return (await find())?.id ?? findOrCreate(db, postId, name)
}

/** Returns a series that has visible articles, or null. */
export async function findSeries(db: Db, slug: string, viewer: Member | null): Promise<Series | null> {
  const row = await one<Omit<Series, 'parts' | 'canEdit'> & { id: number }>(db)`
    select series.id, name, slug, description, json_build_object('id', members.id, 'username', username,
      'displayName', display_name, 'profileImage', profile_image) as user
    from series join authors as members on members.id = member_id where slug = ${slug}`
  if (!row) return null
  const { id, ...series } = row
  const parts = await many<Omit<SeriesPart, 'createdAt'> & { createdAt: Date }>(db)`${partsQuery(id)}`
  if (parts.length === 0) return null
  return {
    ...series,
    canEdit: canEditSeries(viewer, series),
    parts: parts.map(({ createdAt, ...part }) => Object.assign(part, { createdAt: createdAt.toISOString() })),
  }
}

export const partsQuery = (seriesId: number) => sql`
  select posts.id, posts.slug, coalesce(title, excerpt) as title, part, reading_minutes as "readingMinutes",
    created_at as "createdAt"
  from series_posts join posts on posts.id = post_id where series_id = ${seriesId}
  order by part, created_at, posts.id limit ${sql.lit(maxParts)}`

/** Returns a post's position among the visible articles in its series, or null if it is not in a series. */
export async function findSeriesPlace(db: Db, postId: number): Promise<SeriesPlace | null> {
  const row = await one<Omit<SeriesPlace, 'previous' | 'next'> & { previousId: number | null; nextId: number | null }>(
    db,
  )`${placeQuery(postId)}`
  if (!row) return null
  const { previousId, nextId, ...place } = row
  const ids = [previousId, nextId].filter((id) => id !== null)
  const posts =
    ids.length === 0
      ? []
      : await many<{ id: number; slug: string | null; title: string }>(db)`
    select id, slug, coalesce(title, excerpt) as title from posts where id = any(${ids}::int[])`
  const post = (id: number | null) => posts.find((one) => one.id === id) ?? null
  return { ...place, previous: post(previousId), next: post(nextId) }
}

export const placeQuery = (postId: number) => sql`
  select series.name, series.slug, position::int, total::int, "previousId", "nextId"
  from (
    select posts.id, series_id, row_number() over in_order as position, count(*) over () as total,
      lag(posts.id) over in_order as "previousId", lead(posts.id) over in_order as "nextId"
    from series_posts join posts on posts.id = post_id
    where series_id = (select series_id from series_posts where post_id = ${postId})
    window in_order as (order by part, created_at, posts.id)) as place
  join series on series.id = series_id where place.id = ${postId}`

export const listOwnSeries = async (db: Db, memberId: number): Promise<string[]> =>
  (
    await many<{ name: string }>(db)`
    select name from series where member_id = ${memberId} order by created_at desc, id desc limit 200`
  ).map(({ name }) => name)

/** @throws AppError conflict if the author has another series with the name */
export async function changeSeries(db: Db, slug: string, { name, description }: SeriesChange): Promise<void> {
  const changed = await run(db)`
    update series set name = ${name}, description = ${description} where slug = ${slug} and not exists (
      select from series other where other.member_id = series.member_id and other.slug <> ${slug}
        and lower(other.name) = lower(${name}))`
  if (changed > 0) return
  const message = t('There is another series with this name.')
  throw new AppError('conflict', message, { issues: [{ path: 'name', message }] })
}

/** Deletes a deleted member's series, except those with remaining posts. */
export async function removeSeriesOf(db: Db, memberId: number, deletesPosts: boolean): Promise<void> {
  if (deletesPosts)
    await run(db)`delete from series_posts where series_id in (select id from series where member_id = ${memberId})`
  await run(db)`
    delete from series where member_id = ${memberId}
      and not exists (select from series_posts where series_id = series.id)`
}
