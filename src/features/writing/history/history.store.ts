import { type Db, many, one, sql } from '#kernel/db.ts'
import { type PageQuery, totalPagesOf } from '#schemas/paging.contract.ts'
import type { Revision, RevisionEntry, RevisionList } from './history.contract.ts'

/** Returns a page of the post's versions, newest first, or null if there is no such post. A page past the end is
 *  empty. */
export async function listRevisions(db: Db, postId: number, { page, limit }: PageQuery): Promise<RevisionList | null> {
  const newest = sql`p.version - ${(page - 1) * limit}::bigint`
  const isOnPage = (number: typeof newest) => sql`${number} <= ${newest} and ${number} > ${newest} - ${limit}::int`
  const rows = await many<EntryRow & { total: number }>(db)`
    select p.version as total, v.number, v.title, v.written_at as "editedAt", ${editorColumns}
    from readable_posts p
    left join lateral (
      select p.version as number, p.title, p.updated_at as written_at, ${presentEditor} as editor_id
      where ${isOnPage(sql`p.version`)}
      union all
      select number, title, written_at, editor_id from post_versions
      where post_id = p.id and ${isOnPage(sql`number`)}) v on true
    left join authors as members on members.id = v.editor_id
    where p.id = ${postId}
    order by v.number desc`
  if (!rows[0]) return null
  const { total } = rows[0]
  const versions = rows.filter((row) => row.number !== null).map((row) => entryOf(row, total))
  return { versions, page, totalPages: totalPagesOf(total, limit), total }
}

/** Returns a version of the post, or null. */
export async function findRevision(db: Db, postId: number, number: number): Promise<Revision | null> {
  const row = await one<RevisionRow>(db)`
    select p.id as "postId", p.created_at as "createdAt", p.version as total, v.number, v.title, v.content,
      v.content_html as "contentHtml", v.is_truncated as "isTruncated", v.is_long_form as "isLongForm", v.written_at as "editedAt", ${editorColumns},
      c.id as "categoryId", c.name as "categoryName", c.display_name as "categoryDisplayName", c.color as "categoryColor"
    from readable_posts p
    join lateral (
      select p.version as number, p.title, p.content, p.content_html, p.is_truncated, p.is_long_form, p.category_id,
        p.updated_at as written_at, ${presentEditor} as editor_id
      where p.version = ${number}
      union all
      select number, title, content, content_html, is_truncated, is_long_form, category_id, written_at, editor_id
      from post_versions where post_id = p.id and number = ${number}) v on true
    join categories c on c.id = v.category_id
    left join authors as members on members.id = v.editor_id
    where p.id = ${postId}`
  if (!row) return null
  const { postId: id, content, contentHtml, isTruncated, isLongForm, total } = row
  return {
    ...entryOf(row, total),
    id: `${id}.${row.number}`,
    postId: id,
    content,
    contentHtml,
    isTruncated,
    isLongForm,
    category: {
      id: row.categoryId,
      name: row.categoryName,
      displayName: row.categoryDisplayName,
      color: row.categoryColor,
    },
    createdAt: row.createdAt.toISOString(),
    total,
  }
}

/** Reports whether the post was deleted. */
export const isPostGone = async (db: Db, postId: number): Promise<boolean> =>
  (await one(db)`select from post_tombstones where post_id = ${postId}`) !== null

interface EntryRow {
  number: number
  title: string | null
  editedAt: Date
  editorId: number | null
  username: string
  displayName: string
}

interface RevisionRow
  extends EntryRow, Pick<Revision, 'postId' | 'content' | 'contentHtml' | 'isTruncated' | 'isLongForm' | 'total'> {
  createdAt: Date
  categoryId: number
  categoryName: string
  categoryDisplayName: string
  categoryColor: string
}

// The author wrote the first version. Other versions store their editor, which is null for a deleted member.
const presentEditor = sql`case when p.version = 1 then p.member_id else p.editor_id end`
const editorColumns = sql`members.id as "editorId", members.username, members.display_name as "displayName"`

const entryOf = (
  { number, title, editedAt, editorId, username, displayName }: EntryRow,
  total: number,
): RevisionEntry => ({
  number,
  title,
  editedAt: editedAt.toISOString(),
  editor: editorId === null ? null : { id: editorId, username, displayName },
  isCurrent: number === total,
})
