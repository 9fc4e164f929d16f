import { commentsImported } from '#features/conversation/comments/comments.events.ts'
import { inTransaction } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import type { ImportReport } from './import-report.ts'
import { countImportedComments, type Import } from './imports.store.ts'
import type { SourcePost } from './source-site.ts'

/** Imports the comments that posts of an earlier import have got on the old site since.
 *  @param imports of these posts */
export async function importNewComments(
  { db, emit }: Pick<Context, 'db' | 'emit'>,
  posts: SourcePost[],
  imports: ReadonlyMap<string, Import>,
  report: ImportReport,
): Promise<void> {
  const commented = posts.flatMap(({ key, comments }) => {
    const known = imports.get(key)
    return comments?.length && known?.isDone && known.draftKey === null ? [{ postId: known.postId, comments }] : []
  })
  const before = await countsOf(db, commented)
  for (const { postId, comments } of commented.filter((one) => (before.get(one.postId) ?? 0) < one.comments.length))
    if (!report.isDryRun) await inTransaction(db, (db) => emit(db, commentsImported, { postId, comments }))
  const after = await countsOf(db, commented)
  for (const { postId } of commented) report.commentsImported += (after.get(postId) ?? 0) - (before.get(postId) ?? 0)
}

const countsOf = async (db: Context['db'], posts: { postId: number }[]): Promise<Map<number, number>> => {
  const rows = await countImportedComments(db, posts.map(({ postId }) => postId))
  return new Map(rows.map(({ postId, count }) => [postId, count]))
}
