import { type Db, many, one, run } from '#kernel/db.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'

/** An imported item, or one that is being imported. */
export interface Import {
  key: string
  /** The id reserved for its post. */
  postId: number
  /** Null unless it is a draft. */
  draftKey: string | null
  isDone: boolean
  /** The slug of the page that the item was imported as; null for items not imported as pages. */
  pageSlug: string | null
}

/** Returns the member's imports with these keys. */
export const listImports = (db: Db, memberId: number, keys: string[]) => many<Import>(db)`
  select source_key as key, post_id as "postId", draft_key as "draftKey", imported_at is not null as "isDone", page_slug as "pageSlug"
  from imports where member_id = ${memberId} and source_key = any(${keys}::text[])`

/** Reserves ids for the items, in the order of the keys. */
export const beginImports = (db: Db, memberId: number, keys: string[]) => run(db)`
  insert into imports (member_id, source_key, post_id)
  select ${memberId}::int, key, nextval(pg_get_serial_sequence('all_posts', 'id'))
  from (select key from unnest(${keys}::text[]) with ordinality as given (key, place) order by place) as ordered
  on conflict (member_id, source_key) do nothing`

/** Marks the item as imported. Must be the first statement in the transaction that imports the item, so that a
 *  concurrent import waits. The commit does not wait for the disk: an item lost in a crash is no longer marked, either.
 *  @returns false if it was already imported */
export const endImport = async (
  db: Db,
  memberId: number,
  key: string,
  { pageSlug = null, draftKey = null, oldPaths = null }: Imported = {},
): Promise<boolean> =>
  (await run(db)`
    update imports set imported_at = now(), draft_key = ${draftKey}, page_slug = ${pageSlug},
      old_paths = ${oldPaths}::text[]
    from (select set_config('synchronous_commit', 'off', true)) as in_this_transaction
    where member_id = ${memberId} and source_key = ${key} and imported_at is null`) > 0

/** `oldPaths`: a draft's old paths, which redirect once it is published. */
type Imported = Partial<Pick<Import, 'draftKey' | 'pageSlug'>> & { oldPaths?: string[] | null }

/** Returns the old paths of the member's unpublished drafts among the imports. */
export const listPendingPaths = (db: Db, memberId: number, keys: string[]) => many<{ key: string; from: string }>(db)`
  select source_key as key, unnest(old_paths) as "from"
  from imports join drafts on (drafts.member_id, drafts.key) = (imports.member_id, draft_key)
  where imports.member_id = ${memberId} and source_key = any(${keys}::text[])`

/** Records that the draft was published as the post, if it was imported. @returns its old paths */
export const publishImportedDraft = async (
  db: Db,
  { memberId, draftKey, postId }: { memberId: number; draftKey: string; postId: number },
): Promise<string[]> =>
  (
    await many<{ from: string }>(db)`
      with draft as (select source_key, old_paths from imports
        where member_id = ${memberId} and draft_key = ${draftKey} for update),
      published as (update imports set post_id = ${postId}, draft_key = null, old_paths = null
        from draft where member_id = ${memberId} and imports.source_key = draft.source_key)
      select unnest(old_paths) as "from" from draft`
  ).map(({ from }) => from)

export const removeImportsOf = (db: Db, memberId: number) => run(db)`delete from imports where member_id = ${memberId}`

export const listCategories = (db: Db) => many<Category>(db)`
  select id, name, display_name as "displayName", color from categories order by id`

export const isPost = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`select from posts_with_hidden where id = ${id}`) !== null

/** Returns the existing posts among the ids, with their slugs. */
export const listSlugs = (db: Db, ids: number[]) => many<{ id: number; slug: string | null }>(db)`
  select id, slug from readable_posts where id = any(${ids}::int[])`

/** Returns which of the given names are tags of visible posts. */
export const listTagNames = async (db: Db, names: string[]): Promise<Set<string>> =>
  new Set(
    (
      await many<{ name: string }>(db)`
        select name from shown_tags where name = any(${names}::text[]) and post_count > 0`
    ).map(({ name }) => name),
  )

/** Returns the slugs of the member's series, by lowercase name. */
export const listSeriesSlugs = async (db: Db, username: string, names: string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await many<{ name: string; slug: string }>(db)`
        select distinct lower(name) as name, series.slug from series_of_posts series join posts on posts.id = post_id
        where posts.member_id = (select id from members where username = ${username})
          and lower(name) = any(${names.map((name) => name.toLowerCase())}::text[])`
    ).map(({ name, slug }) => [name, slug]),
  )

/** The profile fields that an import may fill in. */
export type ProfileTexts = Pick<User, 'title' | 'bio' | 'profileImage' | 'githubUsername' | 'skills'>

export const findProfileTexts = (db: Db, memberId: number) => one<ProfileTexts>(db)`
  select title, bio, profile_image as "profileImage", github_username as "githubUsername", skills
  from members where id = ${memberId}`

/** Returns the keys of comments imported for the posts, including comments deleted here. Omits posts that do not exist.
 *  */
export const listCommentKeys = (db: Db, postIds: number[]) => many<{ postId: number; keys: string[] }>(db)`
  select id as "postId", coalesce(array_agg(source_key) filter (where source_key is not null), '{}') as keys
  from posts_with_hidden left join imported_comments on post_id = id where id = any(${postIds}::int[]) group by id`
