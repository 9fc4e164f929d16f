import { t } from '#messages/messages.ts'
import { ConfirmAction } from '#web/action.tsx'
import type { Post } from './posts.contract.ts'
import { useDeletePost } from './posts.hooks.ts'

/** The messages for deleting a post: the question and the outcomes. Source: docs/product.md, Errors. */
export interface DeletionWords {
  title: string
  question: string
  confirm: string
  done: { title: string; description: string }
  failed: string
}

const postDeletion: DeletionWords = {
  title: t('Delete post'),
  question: t('Are you sure you want to delete this post?'),
  confirm: t('Delete'),
  done: { title: t('Post deleted'), description: t('Post deleted successfully!') },
  failed: t('Failed to delete post. Please try again.'),
}

interface Props {
  post: Pick<Post, 'id'>
  words?: DeletionWords | undefined
  isOpen: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Asks for confirmation and deletes the post. */
export function DeletePostDialog({ post, words = postDeletion, isOpen, onClose, onDeleted }: Props) {
  const remove = useDeletePost(post.id)
  return (
    <ConfirmAction
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      description={words.question}
      confirmLabel={words.confirm}
      action={() => remove.mutateAsync(undefined)}
      success={{ ...words.done, variant: 'success' }}
      failure={words.failed}
      onDone={onDeleted}
    />
  )
}
