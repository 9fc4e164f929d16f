import { commentsImported } from '#features/conversation/comments/comments.events.ts'
import { inTransaction } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import type { ImportReport } from './import-report.contract.ts'
import { type Import, listCommentKeys } from './imports.store.ts'
import type { SourcePost } from './source-site.ts'

/** Imports new comments from the old site on posts that have already been imported.
 *  @param imports the imports of these posts */
export async function importNewComments(
  { db, emit }: Pick<Context, 'db' | 'emit'>,
  posts: SourcePost[],
  imports: ReadonlyMap<string, Import>,
  report: ImportReport,
): Promise<void> {
  const commented = new Map(
    posts.flatMap(({ key, comments }) => {
      const known = imports.get(key)
      return comments?.length && known?.isDone && known.draftKey === null ? [[known.postId, comments] as const] : []
    }),
  )
  for (const { postId, keys } of await listCommentKeys(db, [...commented.keys()])) {
    const present = new Set(keys)
    const comments = commented.get(postId)!
    const added = comments.filter(({ key }) => !present.has(key)).length
    report.commentsImported += added
    // Includes comments that have already been imported, because new ones may reply to them.
    if (added > 0 && !report.isDryRun) await inTransaction(db, (db) => emit(db, commentsImported, { postId, comments }))
  }
}
