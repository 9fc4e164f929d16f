import { type Db, many, one, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import type { CommentList } from './comments.contract.ts'
import { type CommentRow, commentRows, presentComment } from './comments.store.ts'
import type { GuestbookQuery } from './guestbook.contract.ts'

const isShown = sql`post_id is null and status = 'approved'`

/** Returns a page of the guestbook, newest entries first, each followed by its replies, oldest first. */
export async function listEntries(
  db: Db,
  { page: asked, limit, entry }: GuestbookQuery,
  viewer: Member | null,
): Promise<CommentList> {
  const total = (await one<{ total: number }>(db)`
    select count(*)::int as total from comments where ${isShown}`)!.total
  const page = (total > 0 && entry !== undefined ? await findPageOf(db, entry, limit) : null) ?? asked
  const rows = total
    ? await many<CommentRow>(db)`
        with page as (select id from comments where ${isShown}
          order by coalesce(parent_id, id) desc, id limit ${limit} offset ${(page - 1) * limit})
        ${commentRows(sql`from page join comments using (id)`)}
        order by coalesce(comments.parent_id, comments.id) desc, comments.id`
    : []
  return {
    comments: rows.map((row) => presentComment(row, viewer)),
    page,
    totalPages: totalPagesOf(total, limit),
    total,
  }
}

/** Returns the page that contains the entry; null if the guestbook does not show it. */
export async function findPageOf(db: Db, id: number, limit: number): Promise<number | null> {
  const row = await one<{ before: number }>(db)`
    select (select count(*)::int from comments where ${isShown}
      and (coalesce(parent_id, id) > thread or (coalesce(parent_id, id) = thread and id < ${id}))) as before
    from (select coalesce(parent_id, id) as thread from comments where id = ${id} and ${isShown}) entry`
  return row && 1 + Math.floor(row.before / limit)
}
