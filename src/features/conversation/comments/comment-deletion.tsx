import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { nextPaint } from '#ui/next-paint.ts'
import { showToast, shownToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { messageOf } from '#web/api.ts'
import { focusContent, focusText } from '#web/focus-content.ts'
import type { CommentWords } from './comment-words.contract.ts'

/** A list of comments that can be deleted and restored. */
export interface DeletableComments {
  /** Identifies the list. Deletions in the same list share a toast. */
  list: string
  /** Returns the id of a comment's element. */
  elementId: (id: number) => string
  words: () => Pick<CommentWords, 'deleted' | 'deleteFailed' | 'restored' | 'restoreFailed'>
  remove: (id: number) => Promise<unknown>
  restore: (id: number) => Promise<unknown>
  refetch: () => Promise<unknown>
}

interface Deletion {
  id: number
  /** Shows the comment again, in case the list cannot be refetched. */
  show: () => void
}

/** The deletions that a toast offers to undo. */
let undoable: { toastId: number; list: string; deletions: Deletion[] } = { toastId: 0, list: '', deletions: [] }

/** Deletes a comment without asking, and shows a toast that can undo it.
 *  @returns `isDeleted`: true from the start of the deletion, unless it fails or is undone. `remove` moves the focus from
 *  the comment's element to the next one */
export function useCommentDeletion(id: number, comments: DeletableComments) {
  const [isDeleted, setDeleted] = useState(false)
  const show = () => setDeleted(false)
  async function remove(entry: HTMLElement | null): Promise<void> {
    const focused = focusNextTo(entry)
    setDeleted(true)
    try {
      await comments.remove(id)
      offerUndo(comments, { id, show })
    } catch (reason) {
      show()
      showFailure(reason, comments.words().deleteFailed)
    }
    await comments.refetch()
    await nextPaint()
    // The list may disappear along with its last comment.
    if (focused && !focused.isConnected && document.activeElement === document.body) focusContent()
  }
  return { isDeleted, remove }
}

/** Focuses the comment after the given one, which is about to disappear, or the one before it, or the section. */
function focusNextTo(entry: HTMLElement | null): HTMLElement | null {
  const neighbor = [entry?.nextElementSibling, entry?.previousElementSibling].find((one) => one?.matches('article'))
  const next = neighbor ?? entry?.closest('section')
  if (!(next instanceof HTMLElement)) return null
  focusText(next)
  return next
}

/** Shows the toast. If the toast for an earlier deletion in the same list is still shown, the new one undoes both. */
function offerUndo(comments: DeletableComments, deletion: Deletion): void {
  const { list, words } = comments
  const isSameList = shownToast()?.id === undoable.toastId && undoable.list === list
  const deletions = [...(isSameList ? undoable.deletions : []), deletion]
  const toastId = showToast({
    title: words().deleted(deletions.length),
    variant: 'success',
    action: { label: t('Undo'), onSelect: () => void undo(comments, deletions) },
  })
  undoable = { toastId, list, deletions }
}

/** Restores the comments and focuses the first one, unless the focus has moved elsewhere. After a failure, the toast
 *  offers to try again. */
async function undo(comments: DeletableComments, deletions: Deletion[]): Promise<void> {
  const outcomes = await Promise.allSettled(deletions.map((deletion) => restore(comments, deletion)))
  const failed = deletions.filter((_, index) => outcomes[index]?.status === 'rejected')
  const words = comments.words()
  if (failed.length === 0) showToast({ title: words.restored(deletions.length), variant: 'success' })
  else {
    const reason: unknown = outcomes.find((one) => one.status === 'rejected')?.reason
    showToast({
      title: t('Error'),
      description: messageOf(reason, words.restoreFailed),
      variant: 'error',
      action: { label: t('Try Again'), onSelect: () => void undo(comments, failed) },
    })
  }
  await comments.refetch()
  await nextPaint()
  if (document.activeElement !== document.body) return // the focus was on the Undo button
  const entry = document.getElementById(comments.elementId(deletions[0]!.id))
  if (entry) focusText(entry)
  else focusContent()
}

async function restore(comments: DeletableComments, { id, show }: Deletion): Promise<void> {
  await comments.restore(id)
  show()
}
