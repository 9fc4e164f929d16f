import { flushSync } from 'react-dom'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import type { Post } from './posts.contract.ts'
import { useDeletePost } from './posts.hooks.ts'

/** What a deletion says: before it, and how it went. Source: spec §8. */
export interface DeletionWords {
  title: string
  question: string
  confirm: string
  done: { title: string; description: string }
  failed: string
}

const postDeletion: DeletionWords = {
  title: 'Delete post',
  question: 'Are you sure you want to delete this post?',
  confirm: 'Delete',
  done: { title: 'Post deleted', description: 'Post deleted successfully!' },
  failed: 'Failed to delete post. Please try again.',
}

interface Props {
  post: Pick<Post, 'id'>
  words?: DeletionWords | undefined
  isOpen: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Asks, deletes, tells. */
export function DeletePostDialog({ post, words = postDeletion, isOpen, onClose, onDeleted }: Props) {
  const remove = useDeletePost(post.id)
  async function confirm() {
    try {
      await remove.mutateAsync(undefined)
      showToast({ ...words.done, variant: 'success' })
      flushSync(onClose) // nothing behind an open dialog takes the focus
      onDeleted?.()
    } catch (reason) {
      showToast({ title: 'Error', description: messageOf(reason, words.failed), variant: 'error' })
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title}
      description={words.question}
      confirmLabel={words.confirm}
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
