import { type Db, many, run, sql } from '#kernel/db.ts'
import { renderVersion } from '#kernel/markdown/markdown.ts'
import type { RenderedPost } from './posts.store.ts'

/** A post whose HTML another version of the renderer made. */
export interface OutdatedPost {
  id: number
  content: string
  isLongForm: boolean
  updatedAt: Date
  /** What made it; below 1: the present renderer, which is to do it again. */
  renderVersion: number
}

/** Some of the posts that are to be rendered anew, at most `limit`. */
export const listOutdatedPosts = (db: Db, limit: number): Promise<OutdatedPost[]> => many<OutdatedPost>(db)`
  select id, content, is_long_form as "isLongForm", updated_at as "updatedAt", render_version as "renderVersion"
  from all_posts
  where ${isOutdated} limit ${limit}`

/** Keeps what the post is rendered to; null: it cannot be rendered any more and stays as it was. A post that was changed in
 *  the meantime has been rendered with the change, one is not touched twice, and what is to be done once more by now is
 *  not done. */
export const saveRendering = (
  db: Db,
  { id, updatedAt, renderVersion: before }: OutdatedPost,
  rendered: RenderedPost | null,
) => run(db)`
  update all_posts set render_version = ${renderVersion},
    content_html = coalesce(${rendered?.html ?? null}, content_html),
    is_truncated = coalesce(${rendered?.isTruncated ?? null}::boolean, is_truncated),
    beginning_html = case when ${rendered !== null}::boolean then ${rendered?.beginningHtml ?? null} else beginning_html end,
    plain_text = coalesce(${rendered?.text ?? null}, plain_text),
    excerpt = coalesce(${rendered?.excerpt200 ?? null}, excerpt),
    reading_minutes = coalesce(${rendered?.readingMinutes ?? null}::int, reading_minutes)
  where id = ${id} and updated_at = ${updatedAt} and render_version = ${before}`

/** Has the posts rendered once more. The number tells this time from an earlier one that is still being rendered. */
export const outdatePosts = (db: Db, ids: number[]) => run(db)`
  update all_posts set render_version = greatest(least(render_version, 1) - 1, -32000) where id = any(${ids}::int[])`

/** What a post was, with HTML that another version of the renderer made. */
export interface OutdatedVersion {
  postId: number
  number: number
  content: string
  isLongForm: boolean
}

/** Some of the earlier versions of posts that are to be rendered anew, at most `limit`. */
export const listOutdatedVersions = (db: Db, limit: number): Promise<OutdatedVersion[]> => many<OutdatedVersion>(db)`
  select post_id as "postId", number, content, is_long_form as "isLongForm" from post_versions
  where ${isOutdated} limit ${limit}`

/** Keeps what the version is rendered to; null: it cannot be rendered any more and stays as it was. */
export const saveRevisionRendering = (
  db: Db,
  { postId, number }: OutdatedVersion,
  rendered: Pick<RenderedPost, 'html' | 'isTruncated'> | null,
) => run(db)`
  update post_versions set render_version = ${renderVersion},
    content_html = coalesce(${rendered?.html ?? null}, content_html),
    is_truncated = coalesce(${rendered?.isTruncated ?? null}::boolean, is_truncated)
  where post_id = ${postId} and number = ${number}`

const isOutdated = sql`(render_version < ${renderVersion} or render_version > ${renderVersion})`
