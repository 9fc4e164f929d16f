import { type Db, many, run, sql } from '#kernel/db.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import type { RenderedPost } from './posts.store.ts'

/** A post rendered by another version of the renderer. */
export interface OutdatedPost {
  id: number
  content: string
  isLongForm: boolean
  updatedAt: Date
  /** The renderer's version. Below 1: marked to be re-rendered by the current one. */
  renderVersion: number
}

/** Returns up to `limit` posts to re-render. */
export const listOutdatedPosts = (db: Db, limit: number): Promise<OutdatedPost[]> => many<OutdatedPost>(db)`
  select id, content, is_long_form as "isLongForm", updated_at as "updatedAt", render_version as "renderVersion"
  from all_posts
  where ${isOutdated()} limit ${limit}`

/** Saves the post's rendering. Leaves the post unchanged if the rendering is null because the post can no longer be
 *  rendered. Skips posts that were changed, rendered, or marked again in the meantime. */
export const saveRendering = (
  db: Db,
  { id, updatedAt, renderVersion: before }: OutdatedPost,
  rendered: RenderedPost | null,
) => run(db)`
  update all_posts set render_version = ${renderVersion()},
    content_html = coalesce(${rendered?.html ?? null}, content_html),
    is_truncated = coalesce(${rendered?.isTruncated ?? null}::boolean, is_truncated),
    beginning_html = case when ${rendered !== null}::boolean then ${rendered?.beginningHtml ?? null} else beginning_html end,
    plain_text = coalesce(${rendered?.text ?? null}, plain_text),
    excerpt = coalesce(${rendered?.excerpt200 ?? null}, excerpt),
    reading_minutes = coalesce(${rendered?.readingMinutes ?? null}::int, reading_minutes),
    detected_language = ${rendered?.language ?? null}
  where id = ${id} and updated_at = ${updatedAt} and render_version = ${before}`

/** Marks a post. The number distinguishes this mark from an earlier one that is still being processed. */
const outdated = sql`greatest(least(render_version, 1) - 1, -32000)`

/** Marks the posts for re-rendering. */
export const outdatePosts = (db: Db, ids: number[]) => run(db)`
  update all_posts set render_version = ${outdated} where id = any(${ids}::int[])`

/** Marks posts and revisions with pictures from other sites to be rendered again, because the secret that signs the
 *  pictures' URLs was lost. */
export async function outdateProxiedPictures(db: Db): Promise<void> {
  const isProxied = sql`content_html like '%/image-proxy/%'`
  await run(db)`update all_posts set render_version = ${outdated} where ${isProxied}`
  await run(db)`update post_versions set render_version = 0 where ${isProxied}`
}

/** A revision rendered by another version of the renderer. */
export interface OutdatedVersion {
  postId: number
  number: number
  content: string
  isLongForm: boolean
}

/** Returns up to `limit` revisions to re-render. */
export const listOutdatedVersions = (db: Db, limit: number): Promise<OutdatedVersion[]> => many<OutdatedVersion>(db)`
  select post_id as "postId", number, content, is_long_form as "isLongForm" from post_versions
  where ${isOutdated()} limit ${limit}`

/** Saves the revision's rendering, or leaves the revision unchanged if the rendering is null. */
export const saveRevisionRendering = (
  db: Db,
  { postId, number }: OutdatedVersion,
  rendered: Pick<RenderedPost, 'html' | 'isTruncated'> | null,
) => run(db)`
  update post_versions set render_version = ${renderVersion()},
    content_html = coalesce(${rendered?.html ?? null}, content_html),
    is_truncated = coalesce(${rendered?.isTruncated ?? null}::boolean, is_truncated)
  where post_id = ${postId} and number = ${number}`

const isOutdated = () => sql`(render_version < ${renderVersion()} or render_version > ${renderVersion()})`
