import { type Db, many, one, sql } from '#kernel/db.ts'
import { listBounds } from '#kernel/markdown/html-bounds.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import type { PostFeeds } from './feeds.contract.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'

export interface FeedAuthor {
  id: number
  username: string
  displayName: string
  profileImage: string | null
}

export const findFeedAuthor = (db: Db, username: string) => one<FeedAuthor>(db)`
  select id, username, display_name as "displayName", profile_image as "profileImage"
  from members where id = member_named(${username})`

export const findFeedCategory = (db: Db, name: string) => one<Category>(db)`
  select id, name, display_name as "displayName", color from categories where name = ${name}`

export interface FeedSeries {
  id: number
  name: string
  slug: string
}

export const findFeedSeries = (db: Db, slug: string) => one<FeedSeries>(db)`
  select distinct series_id as id, name, series.slug from series_of_posts series join posts on posts.id = post_id
  where series.slug = ${slug}`

/** Finds a tag that has posts, by its current or a former name. */
export const findFeedTag = (db: Db, name: string) => one<{ id: number; name: string }>(db)`
  select id, name from shown_tags where post_count > 0
    and id = coalesce((select tag_id from former_tags where name = ${name}), (select id from tags where name = ${name}))`

export interface FeedFilter {
  isLongForm?: boolean | undefined
  memberId?: number | undefined
  categoryId?: number | undefined
  tagId?: number | undefined
  seriesId?: number | undefined
}

export interface FeedPost {
  id: number
  slug: string | null
  cover: { src: string; alt: string } | null
  title: string | null
  /** Null for a post that is too long for its feed and has not been re-rendered yet. */
  contentHtml: string | null
  /** `contentHtml` is truncated. */
  isTruncated: boolean
  excerpt: string
  createdAt: Date
  updatedAt: Date
  username: string
  displayName: string
  profileImage: string | null
  category: string
  tags: string[]
  /** Chosen by the author or detected. */
  language: string | null
}

/** Maximum number of items in a feed. */
export const maxItems = 50
/** Maximum total size of the posts' full HTML in one feed. Beyond that, the longest posts are truncated. */
const maxHtmlBytes = 1024 * 1024

/** Lists the fifty newest posts that match the filter. */
export const listFeedPosts = (db: Db, filter: FeedFilter): Promise<FeedPost[]> =>
  many<FeedPost>(db)`${feedPostsQuery(filter)}`

export function feedPostsQuery({ isLongForm, memberId, categoryId, tagId, seriesId }: FeedFilter) {
  const conditions = [
    ...(isLongForm === undefined ? [] : [sql`is_long_form = ${isLongForm}`]),
    ...(memberId === undefined ? [] : [sql`member_id = ${memberId}`]),
    ...(categoryId === undefined ? [] : [sql`category_id = ${categoryId}`]),
    ...(seriesId === undefined ? [] : [sql`id in (select post_id from series_of_posts where series_id = ${seriesId})`]),
  ]
  const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`
    with newest as (${tagId === undefined ? sql`select id from posts ${where} order by created_at desc, id desc` : withTag(tagId)} limit ${sql.lit(maxItems)})
    select posts.id, posts.slug, posts.cover, posts.title, case when ${isFull} then posts.content_html else ${beginningHtml} end as "contentHtml",
      posts.is_truncated or not ${isFull} as "isTruncated", posts.excerpt, posts.created_at as "createdAt",
      posts.updated_at as "updatedAt", members.username, members.display_name as "displayName",
      members.profile_image as "profileImage", categories.display_name as category,
      coalesce(posts.language, posts.detected_language) as language,
      array(select name from tags_of_posts where post_id = posts.id order by place) as tags
    from newest join posts on posts.id = newest.id join authors as members on members.id = posts.member_id
      join categories on categories.id = posts.category_id
    order by posts.created_at desc, posts.id desc`
}

const withTag = (tagId: number) => sql`
  select post_id as id from post_tags where tag_id = ${tagId} and not is_withheld
    and is_long_form::int <> all (array(select hidden.is_long_form from hidden_post_kinds hidden))
  order by created_at desc, post_id desc`

// Shortest first, so that one member's long posts do not truncate everyone else's.
const isFull = sql`(sum(octet_length(posts.content_html)) over (order by octet_length(posts.content_html), posts.id)
  <= ${sql.lit(maxHtmlBytes)})`
const beginningHtml = sql`coalesce(posts.beginning_html,
  case when octet_length(posts.content_html) <= ${sql.lit(listBounds.maxBytes)} then posts.content_html end)`

export interface FeedLivestream {
  id: number
  title: string
  description: string
  scheduledAt: Date
  createdAt: Date
  updatedAt: Date
  username: string
  displayName: string
  profileImage: string | null
}

/** Lists the next fifty public livestreams by one member or by all members. */
export const listFeedLivestreams = (db: Db, nowMs: number, memberId?: number): Promise<FeedLivestream[]> =>
  many<FeedLivestream>(db)`${feedLivestreamsQuery(nowMs, memberId)}`

export const feedLivestreamsQuery = (nowMs: number, memberId?: number) => sql`
  select s.id, s.title, s.description, scheduled_at as "scheduledAt", s.created_at as "createdAt",
    s.updated_at as "updatedAt", username, display_name as "displayName", profile_image as "profileImage"
  from livestreams s join members on members.id = s.member_id
  where is_public and status <> 'active' and scheduled_at > ${new Date(nowMs)}
    ${memberId === undefined ? sql`` : sql`and s.member_id = ${memberId}`}
  order by scheduled_at, s.id limit ${sql.lit(maxItems)}`

export interface PictureFile extends ObjectKey {
  contentType: string
  bytes: number
}

/** Returns the files for uploaded images, regardless of the storage backend. */
export const listPictureFiles = (db: Db, places: ObjectKey[]) => many<PictureFile>(db)`
  select bucket, path, content_type as "contentType", bytes from images
  where bytes is not null and (bucket, path) in (select * from unnest(${places.map((one) => one.bucket)}::text[],
    ${places.map((one) => one.path)}::text[]))`

/** Returns one entry for each combination of kind and category that the member has posts in, with the tags of all
 *  their posts. */
export const listPostFeeds = (db: Db, memberId: number) => many<PostFeeds>(db)`
  select distinct is_long_form as "isLongForm", jsonb_build_object('username', username) as user,
    jsonb_build_object('name', name) as category, '{}'::text[] as hashtags, null as series,
    array(select distinct t.name from post_tags join tags t on t.id = tag_id where post_tags.member_id = ${memberId}) as tags
  from posts join members on members.id = member_id join categories on categories.id = category_id
  where member_id = ${memberId}`
