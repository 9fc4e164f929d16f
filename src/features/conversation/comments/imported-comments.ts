import type { SubscriberContext } from '#kernel/event.ts'
import { renderComment } from '#kernel/markdown/render-comment.ts'
import { shownName } from '#schemas/names.contract.ts'
import { isWebAddress } from './comments.contract.ts'
import type { ImportedComment } from './comments.events.ts'
import { addImportedComment, listImportedKeys } from './imported-comments.store.ts'

/** Longer comments are stored in full but truncated for display. */
const maxShown = 20_000
const maxName = 100
const maxUrl = 2000

/** Adds the comments to the post as approved, with their original timestamps. A nested reply gets the thread's first
 *  comment as its parent; a reply to a comment that was not imported gets no parent. Sends no notifications. */
export async function importComments(
  { db, siteUrl }: SubscriberContext,
  { postId, comments }: { postId: number; comments: ImportedComment[] },
): Promise<void> {
  const known = new Map((await listImportedKeys(db, postId)).map(({ key, commentId }) => [key, commentId]))
  const byKey = new Map(comments.map((comment) => [comment.key, comment]))
  for (const comment of comments.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    if (known.has(comment.key)) continue
    const { html } = await renderComment(comment.content.slice(0, maxShown), siteUrl)
    const id = await addImportedComment(db, {
      postId,
      key: comment.key,
      parentId: known.get(rootOf(comment, byKey)) ?? null,
      authorName: shownName(comment.authorName).slice(0, maxName).trim() || 'Anonymous',
      authorUrl: urlOf(comment.authorUrl?.trim() ?? ''),
      content: comment.content,
      contentHtml: html,
      createdAt: comment.createdAt,
    })
    known.set(comment.key, id)
  }
}

const urlOf = (url: string): string => (url.length <= maxUrl && isWebAddress(url) ? url : '')

/** Returns the key of the thread's first comment; an empty string if the comment is not a reply. */
function rootOf({ key, parentKey }: ImportedComment, byKey: ReadonlyMap<string, ImportedComment>): string {
  let root = parentKey ?? ''
  const seen = new Set([key])
  for (let parent = byKey.get(root); parent?.parentKey && !seen.has(root); parent = byKey.get(root)) {
    seen.add(root)
    root = parent.parentKey
  }
  return root
}
