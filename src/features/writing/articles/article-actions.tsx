import { t } from '#messages/messages.ts'
import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useQueryClient } from '@tanstack/react-query'
import { tryToDiscard } from '#features/writing/autosave/draft-requests.hooks.ts'
import type { Autosaver } from '#features/writing/autosave/autosaver.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { discardDraft } from '#features/writing/drafts/drafts.contract.ts'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { DeletePostDialog, type DeletionWords } from '#features/writing/posts/delete-post.tsx'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { call } from '#web/call.ts'

/** Source: docs/product.md, Screens and Errors. */
const deletion: DeletionWords = {
  title: t('Are you sure?'),
  question: t('This action cannot be undone. This will permanently delete this blog post and all associated data.'),
  confirm: t('Delete'),
  done: { title: t('Success'), description: t('Blog post deleted successfully!') },
  failed: t('Failed to delete blog post. Please try again.'),
}

/** Deletes the article and its draft. */
export function DeleteArticle({ saver, article }: { saver: Autosaver; article: Post }) {
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  return (
    <>
      <Button variant="plain" icon="trash-2" onClick={() => setAsking(true)}>
        {t('Delete Post')}
      </Button>
      <DeletePostDialog
        post={article}
        words={deletion}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDeleted={() => {
          const { key } = saver.state()
          saver.finish()
          void tryToDiscard(key)
          navigate(blogAddress.href())
        }}
      />
    </>
  )
}

interface DiscardProps {
  saver: Autosaver
  article: Post
  /** True if there are changes and no conflict. */
  isPossible: boolean
}

/** Restores the published text. */
export function DiscardChanges({ saver, article, isPossible }: DiscardProps) {
  const cache = useQueryClient()

  async function discard() {
    try {
      await saver.lock()
      await call(discardDraft, { params: { key: saver.state().key } })
      saver.revert(publishedWriting(article), article.updatedAt)
      void cache.invalidateQueries(draftsQuery)
    } catch (reason) {
      saver.unlock()
      throw reason
    }
  }
  return (
    <ConfirmButton
      variant="plain"
      icon="undo-2"
      aria-disabled={!isPossible}
      confirm={{
        title: t('Discard your changes?'),
        description: t('This restores the published text. Your changes can’t be recovered.'),
        confirmLabel: t('Discard'),
        action: discard,
        failure: t('Failed to discard the changes. Please try again.'),
      }}
    >
      {t('Discard changes')}
    </ConfirmButton>
  )
}
