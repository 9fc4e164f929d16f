import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { nextPaint } from '#ui/next-paint.ts'
import { showToast, shownToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { messageOf } from '#web/api.ts'
import { call } from '#web/call.ts'
import { focusContent, focusText } from '#web/focus-content.ts'
import { commentWords } from './comment-words.contract.ts'
import { type Comment, removeComment, restoreComment } from './comments.contract.ts'
import { refetchComments } from './comments.hooks.ts'

interface Deletion extends Pick<Comment, 'id' | 'postId'> {
  /** Shows the comment again, in case the list cannot be refetched. */
  show: () => void
}

/** The deletions that a toast offers to undo. */
let undoable: { toastId: number; deletions: Deletion[] } = { toastId: 0, deletions: [] }

/** Deletes a comment without asking, and shows a toast that can undo it.
 *  @returns `isDeleted`: true from the start of the deletion, unless it fails or is undone */
export function useDeleteComment({ id, postId }: Pick<Comment, 'id' | 'postId'>) {
  const cache = useQueryClient()
  const [isDeleted, setDeleted] = useState(false)
  const show = () => setDeleted(false)
  async function remove(): Promise<void> {
    setDeleted(true)
    try {
      await call(removeComment, { params: { id } }, { keepalive: true })
      offerUndo(cache, { id, postId, show })
    } catch (reason) {
      show()
      showFailure(reason, commentWords(postId).deleteFailed)
    }
    await refetchComments(cache, postId)
  }
  return { isDeleted, remove }
}

/** Shows the toast. If the toast for an earlier deletion on the same page is still shown, the new one undoes both. */
function offerUndo(cache: QueryClient, deletion: Deletion): void {
  const { postId } = deletion
  const isSameList = shownToast()?.id === undoable.toastId && undoable.deletions[0]?.postId === postId
  const deletions = [...(isSameList ? undoable.deletions : []), deletion]
  const toastId = showToast({
    title: commentWords(postId).deleted(deletions.length),
    variant: 'success',
    action: { label: t('Undo'), onSelect: () => void undo(cache, postId, deletions) },
  })
  undoable = { toastId, deletions }
}

/** Restores the comments and focuses the first one, unless the focus has moved elsewhere. After a failure, the toast
 *  offers to try again. */
async function undo(cache: QueryClient, postId: number | null, deletions: Deletion[]): Promise<void> {
  const outcomes = await Promise.allSettled(deletions.map(restore))
  const failed = deletions.filter((_, index) => outcomes[index]?.status === 'rejected')
  const words = commentWords(postId)
  if (failed.length === 0) showToast({ title: words.restored(deletions.length), variant: 'success' })
  else {
    const reason: unknown = outcomes.find((one) => one.status === 'rejected')?.reason
    showToast({
      title: t('Error'),
      description: messageOf(reason, words.restoreFailed),
      variant: 'error',
      action: { label: t('Try Again'), onSelect: () => void undo(cache, postId, failed) },
    })
  }
  await refetchComments(cache, postId)
  await nextPaint()
  if (document.activeElement !== document.body) return // the focus was on the Undo button
  const entry = document.getElementById(`comment-${deletions[0]?.id}`)
  if (entry) focusText(entry)
  else focusContent()
}

async function restore({ id, show }: Deletion): Promise<void> {
  await call(restoreComment, { params: { id } }, { keepalive: true })
  show()
}
