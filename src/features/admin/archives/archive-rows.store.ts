import { pageSize, pagesOf } from '#kernel/archive.ts'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'

export interface PostRow {
  id: number
  title: string | null
  content: string
  category: string
  isLongForm: boolean
  createdAt: Date
  updatedAt: Date
  likeCount: number
  isOwnEdit: boolean
  isWithheld: boolean
  /** When it was pinned to the profile; null if it is not pinned. */
  pinnedAt: Date | null
  slug: string | null
  isUnlisted: boolean
  series: { name: string; part: number } | null
  canonicalUrl: string | null
  cover: { url: string; alt: string } | null
  language: string | null
  /** Chosen by the member, in addition to the hashtags in the text. */
  tags: string[]
  /** The origin of an imported post: a file path, or an id on another site. */
  broughtFrom: string | null
}

/** Returns the ids of the member's posts, including hidden ones. The two kinds use different indexes. */
export const ownPosts = (memberId: number) => sql`(
  select id from posts where member_id = ${memberId}
  union all select id from posts_with_hidden where member_id = ${memberId} and is_withheld)`

/** Lists the member's posts and articles, including hidden ones, oldest first. */
export const listPostRows = pagesOf<PostRow>(
  (db, memberId, after) => many<PostRow>(db)`
  select p.id, p.title, p.content, p.slug, p.is_unlisted as "isUnlisted",
    (select jsonb_build_object('name', name, 'part', part) from series_of_posts where post_id = p.id) as series, p.canonical_url as "canonicalUrl",
    case when p.cover is not null then jsonb_build_object('url', p.cover -> 'url', 'alt', p.cover -> 'alt') end as cover,
    p.language, c.name as category, p.is_long_form as "isLongForm", p.created_at as "createdAt",
    p.updated_at as "updatedAt", coalesce(l.like_count, 0) as "likeCount",
    p.version = 1 or coalesce(p.editor_id = p.member_id, false) as "isOwnEdit", p.is_hidden as "isWithheld",
    (select created_at from pins where post_id = p.id) as "pinnedAt",
    array(select name from tags_of_posts where post_id = p.id and is_chosen order by place) as tags,
    (select source_key from imports where imports.member_id = p.member_id and imports.post_id = p.id) as "broughtFrom"
  from (select id from ${ownPosts(memberId)} as own where id > ${after?.id ?? 0} order by id limit ${pageSize}) as page
    join posts_with_hidden p using (id) join categories c on c.id = p.category_id left join like_counts l on l.post_id = p.id
  order by p.id`,
)

export interface DraftRow {
  key: string
  title: string
  content: string
  category: string | null
  postId: number | null
  baseUpdatedAt: Date | null
  createdAt: Date
  updatedAt: Date
  details: Partial<ArticleDetails>
}

export const listDraftRows = pagesOf<DraftRow>(
  (db, memberId, after) => many<DraftRow>(db)`
  select d.key, d.title, d.content, c.name as category, d.post_id as "postId", d.base_updated_at as "baseUpdatedAt",
    d.created_at as "createdAt", d.updated_at as "updatedAt", d.details
  from drafts d left join categories c on c.id = d.category_id
  where d.member_id = ${memberId} and d.key > ${after?.key ?? ''} and not exists (
    select from post_keys where post_keys.member_id = d.member_id and post_keys.key = d.key)
  order by d.key limit ${pageSize}`,
)

export interface PageRow {
  slug: string
  title: string
  content: string
  isInNavigation: boolean
  isPublished: boolean
  createdAt: Date
  updatedAt: Date
}

/** Lists the pages that the member wrote or, for the site's owner, all pages. */
export const listPageRows = pagesOf<PageRow>(
  (db, memberId, after) => many<PageRow>(db)`
  select slug, title, content, is_in_navigation as "isInNavigation", is_published as "isPublished",
    created_at as "createdAt", updated_at as "updatedAt"
  from site_pages where slug > ${after?.slug ?? ''}
    and (author_id = ${memberId} or ${memberId}::int = (select id from site_owner))
  order by slug limit ${pageSize}`,
)

export interface PictureRow extends ObjectKey {
  width: number
  height: number
  createdAt: Date
}

/** Lists the pictures that the member has uploaded. */
export const listPictureRows = pagesOf<PictureRow>(
  (db, memberId, after) => many<PictureRow>(db)`
  select bucket, path, width, height, created_at as "createdAt" from images
  where member_id = ${memberId} and (bucket, path) > (${after?.bucket ?? ''}, ${after?.path ?? ''})
  order by bucket, path limit ${pageSize}`,
)

/** Returns the member's own profile data. */
export const findProfileRow = (db: Db, memberId: number) => one<object>(db)`
  select id, username, display_name as "displayName", title, bio, profile_image as "profileImage",
    github_username as "githubUsername", skills, role, created_at as "createdAt"
  from members where id = ${memberId}`
