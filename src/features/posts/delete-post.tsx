import { flushSync } from 'react-dom'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import type { Post } from './posts.contract.ts'
import { useDeletePost } from './posts.hooks.ts'

interface Props {
  post: Pick<Post, 'id'>
  isOpen: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Asks, deletes, tells. */
export function DeletePostDialog({ post, isOpen, onClose, onDeleted }: Props) {
  const remove = useDeletePost(post.id)
  async function confirm() {
    try {
      await remove.mutateAsync(undefined)
      showToast({ title: 'Post deleted', description: 'Post deleted successfully!', variant: 'success' })
      flushSync(onClose) // nothing behind an open dialog takes the focus
      onDeleted?.()
    } catch (reason) {
      const description = messageOf(reason, 'Failed to delete post. Please try again.')
      showToast({ title: 'Error', description, variant: 'error' })
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete post"
      description="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
