import { type Db, one, run, sql } from '#kernel/db.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import type { DraftLink } from './shared-drafts.contract.ts'

/** Returns the active link to the member's draft, or null. */
export const findLink = async (db: Db, memberId: number, key: string): Promise<DraftLink | null> =>
  presented(
    await one<LinkRow>(db)`
      select ${linkColumns} from draft_links link
      where member_id = ${memberId} and draft_key = ${key} and ${isValid}`,
  )

/** Shares the draft under the token, or under the existing token if its link is still active. @param days how long the
 *  link works; null: until it is revoked @returns null if the draft does not exist or has been published */
export const saveLink = async (
  db: Db,
  memberId: number,
  key: string,
  { token, days }: { token: string; days: number | null },
): Promise<DraftLink | null> =>
  presented(
    await one<LinkRow>(db)`
      with draft as (
        select member_id, key from drafts where member_id = ${memberId} and key = ${key} and not ${isPublished}
        for key share)
      insert into draft_links as link (member_id, draft_key, token, expires_at)
      select member_id, key, ${token}::text, now() + ${days}::int * interval '1 day' from draft
      on conflict (member_id, draft_key) do update set expires_at = excluded.expires_at,
        token = case when ${isValid} then link.token else excluded.token end,
        created_at = case when ${isValid} then link.created_at else excluded.created_at end
      returning ${linkColumns}`,
  )

/** Revokes the link to the member's draft, if there is one. */
export const removeLink = (db: Db, memberId: number, key: string) => run(db)`
  delete from draft_links where member_id = ${memberId} and draft_key = ${key}`

export const hasDraft = async (db: Db, memberId: number, key: string): Promise<boolean> =>
  (await one(db)`
    select from drafts where member_id = ${memberId} and key = ${key} and not ${isPublished}`) !== null

/** A draft that the token opens. */
export interface OpenedDraft {
  ownerId: number
  key: string
  title: string
  content: string
  details: ArticleDetails
  category: Category | null
  user: PublicAuthor
  updatedAt: Date
  expiresAt: Date | null
}

/** Returns the draft with this token; null if there is none, or if its link has expired, its author is suspended, or it
 *  has been published. */
export async function openDraft(db: Db, token: string): Promise<OpenedDraft | null> {
  const row = await one<OpenedDraft>(db)`
    select drafts.member_id as "ownerId", drafts.key, drafts.title, content, details, updated_at as "updatedAt",
      link.expires_at as "expiresAt",
      case when category.id is not null then jsonb_build_object('id', category.id, 'name', category.name,
        'displayName', category.display_name, 'color', category.color) end as category,
      jsonb_build_object('id', author.id, 'username', author.username, 'displayName', author.display_name,
        'profileImage', author.profile_image) as user
    from draft_links link join drafts on (drafts.member_id, drafts.key) = (link.member_id, link.draft_key)
      join members author on author.id = drafts.member_id
      left join categories category on category.id = drafts.category_id
    where link.token = ${token} and ${isValid} and not ${isPublished}`
  return row && { ...row, details: ArticleDetails.parse(row.details) }
}

const isValid = sql`(link.expires_at is null or link.expires_at > now())`
const isPublished = sql`exists (
  select from post_keys where post_keys.member_id = drafts.member_id and post_keys.key = drafts.key)`

const linkColumns = sql`link.token, link.expires_at as "expiresAt", link.created_at as "createdAt"`
interface LinkRow {
  token: string
  expiresAt: Date | null
  createdAt: Date
}
const presented = (row: LinkRow | null): DraftLink | null =>
  row && {
    token: row.token,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
