import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { type PageQuery, sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import { maxTags } from '#schemas/tag-names.contract.ts'
import { maxFollowedTags, type Tag, type TagList, type TagQuery } from './tags.contract.ts'

/** The tags of a post in order: those that the author chose, then the hashtags in the text. */
export interface TagsOfPost {
  tags: string[]
  hashtags: string[]
}

/** Saves the first {@link maxTags} tags of a post. Resolves former names to current ones. */
export async function saveTags(db: Db, postId: number, { tags, hashtags }: TagsOfPost): Promise<void> {
  const names = [...new Set([...tags, ...hashtags])].slice(0, maxTags)
  if (names.length > 0) {
    await run(db)`
      insert into tags (name) select name from unnest(${names}::text[]) as given (name)
      where not exists (select from tags where tags.name = given.name)
        and not exists (select from former_tags where former_tags.name = given.name)
      order by name on conflict do nothing`
  }
  await run(db)`
    with given as (
      select name, place, place <= ${tags.length} as is_chosen
      from unnest(${names}::text[]) with ordinality as given (name, place)),
    wanted as (
      select coalesce(former_tags.tag_id, tags.id) as tag_id, min(place) as place, bool_or(is_chosen) as is_chosen
      from given left join former_tags using (name) left join tags using (name) group by 1),
    gone as (
      delete from post_tags where post_id = ${postId} and tag_id not in (select tag_id from wanted))
    insert into post_tags (post_id, tag_id, place, is_chosen, member_id, is_long_form, category_id, created_at, is_withheld)
    select id, tag_id, place, is_chosen, member_id, is_long_form, category_id, created_at, is_withheld
    from posts_with_hidden cross join wanted where id = ${postId} order by tag_id
    on conflict (post_id, tag_id) do update set place = excluded.place, is_chosen = excluded.is_chosen
    where (post_tags.place, post_tags.is_chosen) <> (excluded.place, excluded.is_chosen)`
}

/** Saves a re-rendered post's hashtags. Keeps its chosen tags. */
export async function saveHashtags(db: Db, postId: number, hashtags: string[]): Promise<void> {
  const rows = await many<{ name: string }>(db)`
    select name from tags_of_posts where post_id = ${postId} and is_chosen order by place`
  await saveTags(db, postId, { tags: rows.map(({ name }) => name), hashtags })
}

/** Finds a tag by its name or a former one, even if it has no posts. */
export const findTag = (db: Db, name: string) => one<Tag & { id: number }>(db)`
  select id, name, post_count as "postCount" from shown_tags
  where id = coalesce((select tag_id from former_tags where name = ${name}), (select id from tags where name = ${name}))`

/** Returns a page of tags with visible posts, most used first. The order also counts posts that are about to be
 *  withheld, so that an index can be used. */
export async function listTags(db: Db, { q = '', ...page }: TagQuery): Promise<TagList> {
  const where = sql`where stored_post_count > 0 and post_count > 0 ${q === '' ? sql`` : sql`and name like ${`${escaped(q)}%`}`}`
  const total = (await one<{ total: number }>(db)`select count(*)::int as total from shown_tags ${where}`)?.total ?? 0
  const tags = await many<Tag>(db)`${tagsQuery(where, page, total)}`
  return { tags, page: page.page, totalPages: totalPagesOf(total, page.limit), total }
}

function tagsQuery(where: ReturnType<typeof sql>, page: PageQuery, total: number) {
  const { count } = sliceOf(page, total)
  return sql`select name, post_count as "postCount" from shown_tags ${where} order by stored_post_count desc, name
    limit ${count} offset ${(page.page - 1) * page.limit}`
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export const listFollowedTags = (db: Db, memberId: number) => many<Tag>(db)`
  select name, post_count as "postCount" from tag_follows join shown_tags on id = tag_id
  where member_id = ${memberId} order by name`

/** Follows the tag, unless the member already follows {@link maxFollowedTags} others.
 *  @returns whether the member now follows it */
export async function addTagFollow(db: Db, memberId: number, tagId: number): Promise<boolean> {
  await run(db)`select from members where id = ${memberId} for no key update`
  await run(db)`
    insert into tag_follows (member_id, tag_id) select ${memberId}::int, ${tagId}::int
    where (select count(*) from tag_follows where member_id = ${memberId}) < ${maxFollowedTags}::int
    on conflict do nothing`
  return (await one(db)`select from tag_follows where member_id = ${memberId} and tag_id = ${tagId}`) !== null
}

export const removeTagFollow = (db: Db, memberId: number, tagId: number) => run(db)`
  delete from tag_follows where member_id = ${memberId} and tag_id = ${tagId}`

export const removeTagFollowsOf = (db: Db, memberId: number) => run(db)`
  delete from tag_follows where member_id = ${memberId}`

/** Makes the tag a former name of another tag, which is created if it does not exist. The tag's own former names then
 *  redirect to the other tag, too. Posts keep the old tag until {@link moveTaggedPosts}.
 *  @returns the id of the other tag */
export async function replaceTag(db: Db, { id, name }: { id: number; name: string }, to: string): Promise<number> {
  // The new name may be a former one, for example when a rename is undone.
  await run(db)`delete from former_tags where name = ${to}`
  await run(db)`insert into tags (name) values (${to}) on conflict do nothing`
  const target = (await one<{ id: number }>(db)`select id from tags where name = ${to}`)!
  await run(db)`update former_tags set tag_id = ${target.id} where tag_id = ${id}`
  await run(db)`
    insert into former_tags (name, tag_id) values (${name}, ${target.id})
    on conflict (name) do update set tag_id = excluded.tag_id`
  await run(db)`
    insert into tag_follows (member_id, tag_id, created_at)
    select member_id, ${target.id}::int, created_at from tag_follows where tag_id = ${id} on conflict do nothing`
  await run(db)`delete from tag_follows where tag_id = ${id}`
  return target.id
}

/** Moves posts from one tag to another. @returns how many were moved, at most `limit` */
export async function moveTaggedPosts(db: Db, fromId: number, toId: number, limit: number): Promise<number> {
  const moved = await many<{ id: number }>(db)`
    select post_id as id from post_tags where tag_id = ${fromId} order by post_id limit ${limit} for update`
  const ids = moved.map(({ id }) => id)
  await run(db)`
    insert into post_tags (post_id, tag_id, place, is_chosen, member_id, is_long_form, category_id, created_at, is_withheld)
    select post_id, ${toId}::int, place, is_chosen, member_id, is_long_form, category_id, created_at, is_withheld
    from post_tags where tag_id = ${fromId} and post_id = any(${ids}::int[])
    on conflict (post_id, tag_id) do update set place = least(post_tags.place, excluded.place),
      is_chosen = post_tags.is_chosen or excluded.is_chosen`
  await run(db)`delete from post_tags where tag_id = ${fromId} and post_id = any(${ids}::int[])`
  return ids.length
}

/** Deletes tags that no post has and no one follows. Keeps tags with former names, because posts may use them again. */
export const sweepTags = (db: Db) => run(db)`
  delete from tags where post_count = 0
    and not exists (select from post_tags where tag_id = tags.id)
    and not exists (select from tag_follows where tag_id = tags.id)
    and not exists (select from former_tags where tag_id = tags.id)`
