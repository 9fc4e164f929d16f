import { t } from '#messages/messages.ts'
import { postPath } from './post-addresses.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'
import type { Language } from '#schemas/languages.contract.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { AppError, suspended } from '#kernel/errors.ts'
import { escapeHtml } from '#kernel/html.ts'
import type { Member } from '#kernel/http.ts'
import { listBounds } from '#kernel/markdown/html-bounds.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import { lockSection, requireSectionOf } from './post-sections.store.ts'
import { canDeletePost, canEditPost, type Post } from './posts.contract.ts'
import type { PostText } from './new-posts.contract.ts'

/** Returns the post as the viewer sees it, or null. */
export async function findPost(db: Db, id: number, viewer: Member | null): Promise<Post | null> {
  const row = await one<PostRow>(db)`
    select ${columnsFor(viewer)}, posts.content, posts.content_html as "contentHtml",
      posts.is_truncated as "isTruncated"
    ${postTables} where posts.id = ${id}`
  return row && present(row, viewer)
}

export interface PostForPage {
  post: Post
  webmentionCount: number
}

interface PageRow extends PostRow {
  webmentionCount: number
}

/** The post's current or a former slug, or its id. */
type PostName = { id: number } | { slug: string }

/** Returns what a post's page needs to know first, as visitors see it, or null. */
export async function findPostForPage(db: Db, name: PostName): Promise<PostForPage | null> {
  const row = await one<PageRow>(db)`${postForPageQuery(name)}`
  if (!row) return null
  const { webmentionCount, ...post } = row
  return { post: present(post, null), webmentionCount }
}

export const postForPageQuery = (name: PostName) => sql`
  select ${columnsFor(null)}, posts.content, posts.content_html as "contentHtml", posts.is_truncated as "isTruncated",
    coalesce(webmention_counts.webmention_count, 0) as "webmentionCount"
  ${postTables} left join webmention_counts on webmention_counts.post_id = posts.id
  where posts.id = ${'id' in name ? sql`${name.id}::int` : sql`(select post_id from post_slugs where slug = ${name.slug})`}`

/** Returns the id of the post that has or had the slug, or null. The post may have been deleted. */
export const findSlug = async (db: Db, slug: string): Promise<number | null> =>
  (await one<{ id: number }>(db)`select post_id as id from post_slugs where slug = ${slug}`)?.id ?? null

/** Maximum total size of the Markdown in one list. Beyond that, the longest posts are cut to {@link
 *  cutContentLength}. */
const maxListedContentBytes = 512 * 1024
const cutContentLength = 2000

/** Returns those posts with the given ids that exist, in any order, as they appear in lists: only the beginning of long
 *  posts. */
export async function postsWithIds(db: Db, ids: number[], viewer: Member | null): Promise<Post[]> {
  const rows = await many<ListedRow>(db)`
    select ${columnsFor(viewer)},
      case when ${isContentListed} then posts.content else left(posts.content, ${sql.lit(cutContentLength)}) end as content,
      case when posts.is_long_form then '' else ${listedHtml} end as "contentHtml",
      posts.is_truncated or not ${isContentListed} or not (posts.is_long_form or ${isHtmlListed}) as "isTruncated"
    ${postTables} where posts.id = any(${ids}::int[])`
  return rows.map((row) => present({ ...row, contentHtml: listedHtmlOf(row) }, viewer))
}

/** A post's row in a list. `contentHtml` is null if the post is too long and has not been re-rendered yet. */
type ListedRow = Omit<PostRow, 'contentHtml'> & { contentHtml: string | null }

// Shortest first, so that one member's long posts do not truncate everyone else's.
const isContentListed = sql`(sum(octet_length(posts.content)) over (order by octet_length(posts.content), posts.id)
  <= ${sql.lit(maxListedContentBytes)})`
const isHtmlListed = sql`(
  posts.beginning_html is null and octet_length(posts.content_html) <= ${sql.lit(listBounds.maxBytes)})`
const listedHtml = sql`case when ${isHtmlListed} then posts.content_html else posts.beginning_html end`

/** If only the beginning is shown here, makes links within the text point to the post's page. Adds the post's id to
 *  footnote ids, because posts with the same text would share them. */
function listedHtmlOf({ id, slug, contentHtml, isTruncated, excerpt }: ListedRow): string {
  if (contentHtml === null) return `<p>${escapeHtml(excerpt)}</p>`
  const html = isTruncated ? contentHtml.replaceAll(' href="#', ` href="${postPath({ id, slug })}#`) : contentHtml
  return html.replaceAll(/ (id="|href="#)(fn|fnref)-/g, ` $1$2-${id}-`)
}

/** The stored rendering of a post. */
export interface RenderedPost {
  html: string
  isTruncated: boolean
  /** Shown in lists instead of the HTML; null if lists show the HTML itself. */
  beginningHtml: string | null
  /** The whole text without markup. */
  text: string
  excerpt200: string
  readingMinutes: number
  /** The detected language of the text. */
  language: Language | null
}

/** A new post. Its details, tags, and series are saved afterwards. */
interface InsertedPost {
  id: number
  /** The post as its author sees it, without its details, tags, or series. */
  withOnlyText: Post
}

/** Publishes the text of the post. */
export const createPost = async (
  db: Db,
  member: Member,
  input: PostText,
  rendered: RenderedPost,
): Promise<InsertedPost> =>
  (await insertPost(db, member, input, rendered, sql`select ${nextPostId} as id from writer`))!

/** Publishes the text of the post unless the member has used the key. If there are several concurrent calls, one
 *  publishes and the others wait for it. @returns null if the key was used */
export const createPostOnce = (db: Db, member: Member, key: string, input: PostText, rendered: RenderedPost) =>
  insertPost(
    db,
    member,
    input,
    rendered,
    sql`insert into post_keys (member_id, key, post_id) select id, ${key}::text, ${nextPostId} from writer
      on conflict (member_id, key) do nothing returning post_id as id`,
  )

/** A post's data other than its text, from the site that it is imported from. */
interface Origin extends Pick<Post, 'slug' | 'canonicalUrl' | 'cover' | 'language'> {
  id: number
  createdAt: Date
}

/** Publishes a post under a reserved id, with its original time. Its slug must be registered already. */
export async function createPostAs(
  db: Db,
  member: Member,
  origin: Origin,
  input: PostText,
  rendered: RenderedPost,
): Promise<void> {
  await insertPost(db, member, input, rendered, sql`select ${origin.id}::int as id from writer`, origin)
}

const noOrigin = { createdAt: null, slug: null, canonicalUrl: null, cover: null, language: null }

const nextPostId = sql`nextval(pg_get_serial_sequence('all_posts', 'id'))::int`

type InsertedRow = Pick<PostRow, 'id' | 'createdAt' | 'updatedAt' | keyof Author | keyof PostCategory>

/** Inserts the post under the id that `claim` returns, if any. Locks the member's row, so that a concurrent
 *  suspension waits for it or vice versa. @throws AppError suspended if the member is suspended or deleted,
 *  not_found while the post's section is off, invalid_input if the category does not exist */
async function insertPost(
  db: Db,
  member: Member,
  input: PostText,
  rendered: RenderedPost,
  claim: typeof nextPostId,
  {
    createdAt,
    slug,
    canonicalUrl,
    cover,
    language,
  }: Omit<Origin, 'id' | 'createdAt'> & { createdAt: Date | null } = noOrigin,
): Promise<InsertedPost | null> {
  const isLongForm = input.isLongForm ?? false
  const row = await one<InsertedRow>(db)`
    with section as (${lockSection(input)}),
    writer as (
      select members.id, username, members.display_name, profile_image, role, categories.name as category_name,
        categories.display_name as category_display_name, color as category_color
      from members join categories on categories.id = ${input.categoryId}
      where members.id = ${member.id} and not coalesce((select is_off from section), false) for share of members),
    claimed as (${claim}),
    counted as (
      update post_totals set total = total + 1
      where is_long_form = ${isLongForm} and category_id = ${input.categoryId} and exists (select from claimed)),
    added as (
      insert into posts (id, member_id, title, content, content_html, is_truncated, beginning_html, plain_text,
        render_version, excerpt, reading_minutes, category_id, is_long_form, created_at, updated_at,
        slug, canonical_url, cover, language, detected_language)
      overriding system value
      select id, ${member.id}::int, ${input.title || null}::text, ${input.content}::text, ${rendered.html}::text,
        ${rendered.isTruncated}::boolean, ${rendered.beginningHtml}::text, ${rendered.text}::text, ${renderVersion()}::int, ${rendered.excerpt200}::text, ${rendered.readingMinutes}::int,
        ${input.categoryId}::int, ${isLongForm}::boolean, coalesce(${createdAt}::timestamptz, now()),
        coalesce(${createdAt}::timestamptz, now()), ${slug}::text, ${canonicalUrl}::text, ${cover && JSON.stringify(cover)}::jsonb,
        ${language}::text, ${rendered.language}::text
      from claimed
      returning id, created_at, updated_at)
    select added.id, created_at as "createdAt", updated_at as "updatedAt", username, display_name as "displayName",
      profile_image as "profileImage", role as "authorRole", category_name as "categoryName",
      category_display_name as "categoryDisplayName", category_color as "categoryColor"
    from added cross join writer`
  if (row) {
    const post = { ...textOf(input, rendered), ...newPostDefaults, ...row, memberId: member.id }
    return { id: row.id, withOnlyText: present(post, member) }
  }
  await requireSectionOf(db, input)
  await requireCategory(db, input.categoryId)
  if (!(await isMember(db, member.id))) throw suspended()
  return null
}

const textOf = ({ title, content, categoryId, isLongForm }: PostText, rendered: RenderedPost) => ({
  title: title || null,
  content,
  contentHtml: rendered.html,
  isTruncated: rendered.isTruncated,
  excerpt: rendered.excerpt200,
  readingMinutes: rendered.readingMinutes,
  categoryId,
  isLongForm: isLongForm ?? false,
  detectedLanguage: rendered.language,
})

/** The fields of a new post that its text does not determine. */
const newPostDefaults = {
  isLiked: false,
  likeCount: 0,
  commentCount: 0,
  isPinned: false,
  slug: null,
  canonicalUrl: null,
  cover: null,
  isUnlisted: false,
  series: null,
  tags: [],
  hashtags: [],
  language: null,
}

/** The new version of a post. */
interface NewVersion {
  input: PostText
  rendered: RenderedPost
  editorId: number
}

/** Updates the post if `updatedAt` is still its version, and stores the previous text if it differs. Locks totals in a
 *  fixed order, so that concurrent changes cannot deadlock. @returns whether it was updated */
export async function changePost(
  db: Db,
  { id, updatedAt }: Pick<Post, 'id' | 'updatedAt'>,
  { input, rendered, editorId }: NewVersion,
): Promise<boolean> {
  const kind = sql`${input.isLongForm ?? false}::boolean`
  const category = sql`${input.categoryId}::int`
  const isOtherText = sql`(before.title, before.content, before.category_id, before.is_long_form)
    is distinct from (${input.title || null}::text, ${input.content}::text, ${category}, ${kind})`
  const changed = await run(db)`
    with before as (
      select * from readable_posts where id = ${id} and updated_at = ${updatedAt}::timestamptz for update),
    kept as (
      insert into post_versions (post_id, number, editor_id, title, content, content_html, is_truncated, render_version,
        category_id, is_long_form, written_at)
      select id, version, case when version = 1 then member_id else editor_id end, title, content, content_html,
        is_truncated, render_version, category_id, is_long_form, updated_at
      from before where ${isOtherText}),
    held as (
      select t.is_long_form, t.category_id,
        case when (t.is_long_form, t.category_id) = (${kind}, ${category}) then 1 else -1 end as delta
      from post_totals t join before
        on (t.is_long_form, t.category_id) in ((before.is_long_form, before.category_id), (${kind}, ${category}))
      where not before.is_withheld and (before.is_long_form, before.category_id) <> (${kind}, ${category})
      order by t.is_long_form, t.category_id for update of t),
    moved as (
      update post_totals t set total = t.total + held.delta from held
      where t.is_long_form = held.is_long_form and t.category_id = held.category_id)
    update readable_posts posts set title = ${input.title || null}, content = ${input.content}, content_html = ${rendered.html},
      is_truncated = ${rendered.isTruncated}, beginning_html = ${rendered.beginningHtml}, plain_text = ${rendered.text}, render_version = ${renderVersion()}, excerpt = ${rendered.excerpt200},
      reading_minutes = ${rendered.readingMinutes}, detected_language = ${rendered.language}, category_id = ${category}, is_long_form = ${kind},
      version = posts.version + (${isOtherText})::int,
      editor_id = case when ${isOtherText} then ${editorId}::int else posts.editor_id end,
      updated_at = greatest(now(), posts.updated_at + interval '1 millisecond')
    from before where posts.id = before.id`
  return changed > 0
}

/** Removes the post and leaves a tombstone. Locks the post first, so that the statement sees the totals for the
 *  category that a concurrent edit moved it to. @returns whether it existed */
export async function removePost(db: Db, id: number, deletedBy: number): Promise<boolean> {
  await run(db)`select from readable_posts where id = ${id} for update`
  const left = await run(db)`
    with gone as (delete from readable_posts where id = ${id} returning id, is_long_form, category_id, is_withheld),
    counted as (
      update post_totals t set total = t.total - 1 from gone
      where not gone.is_withheld and t.is_long_form = gone.is_long_form and t.category_id = gone.category_id)
    insert into post_tombstones (post_id, deleted_by) select id, ${deletedBy}::int from gone`
  return left > 0
}

/** Sets a post's times, for the demo. */
export const backdatePost = (db: Db, id: number, createdAt: Date) => run(db)`
  update readable_posts set created_at = ${createdAt}, updated_at = ${createdAt} where id = ${id}`

export const isDeleted = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`select from post_tombstones where post_id = ${id}`) !== null

/** @throws AppError invalid_input if there is no such category */
export async function requireCategory(db: Db, id: number): Promise<void> {
  if (await one(db)`select from categories where id = ${id}`) return
  const message = t('This category does not exist')
  throw new AppError('invalid_input', message, { issues: [{ path: 'categoryId', message }] })
}

export const isMember = async (db: Db, id: number): Promise<boolean> =>
  (await one(db)`select from members where id = ${id}`) !== null

interface Author {
  username: string
  displayName: string
  profileImage: string | null
  authorRole: Role
}
interface PostCategory {
  categoryName: string
  categoryDisplayName: string
  categoryColor: string
}
type PostRow = Omit<Post, 'createdAt' | 'updatedAt' | 'canEdit' | 'canDelete' | 'user' | 'category'> &
  Author &
  PostCategory & { createdAt: Date; updatedAt: Date; memberId: number }

const columnsFor = (
  viewer: Member | null,
) => sql`posts.id, posts.title, posts.excerpt, posts.reading_minutes as "readingMinutes",
  posts.category_id as "categoryId", posts.created_at as "createdAt", posts.updated_at as "updatedAt",
  posts.is_long_form as "isLongForm", coalesce(like_counts.like_count, 0) as "likeCount",
  coalesce(comment_counts.comment_count, 0) as "commentCount", pins.post_id is not null as "isPinned",
  posts.slug, posts.is_unlisted as "isUnlisted", posts.canonical_url as "canonicalUrl", posts.cover,
  posts.language, posts.detected_language as "detectedLanguage",
  case when series.post_id is not null
    then json_build_object('name', series.name, 'slug', series.slug, 'part', series.part) end as series,
  posts.member_id as "memberId", members.username, members.display_name as "displayName",
  members.profile_image as "profileImage", members.role as "authorRole", tagged.tags, tagged.hashtags, categories.name as "categoryName",
  categories.display_name as "categoryDisplayName", categories.color as "categoryColor",
  ${viewer ? sql`exists (select from likes where post_id = posts.id and likes.member_id = ${viewer.id})` : sql`false`} as "isLiked"`
const postTables = sql`from readable_posts posts join authors as members on members.id = posts.member_id
  join categories on categories.id = posts.category_id
  left join like_counts on like_counts.post_id = posts.id
  left join comment_counts on comment_counts.post_id = posts.id
  left join pins on pins.post_id = posts.id
  left join series_of_posts series on series.post_id = posts.id
  cross join lateral (
    select coalesce(array_agg(name order by place) filter (where is_chosen), '{}') as tags,
      coalesce(array_agg(name order by place) filter (where not is_chosen), '{}') as hashtags
    from tags_of_posts where post_id = posts.id) as tagged`

function present(row: PostRow, viewer: Member | null): Post {
  const {
    memberId,
    username,
    displayName,
    profileImage,
    authorRole,
    categoryName,
    categoryDisplayName,
    categoryColor,
    ...post
  } = row
  const user = { id: memberId, username, displayName, profileImage }
  return {
    ...post,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    canEdit: canEditPost(viewer, { user }),
    canDelete: canDeletePost(viewer, { user, authorRole }),
    user,
    category: { id: row.categoryId, name: categoryName, displayName: categoryDisplayName, color: categoryColor },
  }
}
