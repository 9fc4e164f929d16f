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
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { call } from '#web/call.ts'

/** Source: spec §2, §8. */
const deletion: DeletionWords = {
  title: 'Are you sure?',
  question: 'This action cannot be undone. This will permanently delete this blog post and all associated data.',
  confirm: 'Delete',
  done: { title: 'Success', description: 'Blog post deleted successfully!' },
  failed: 'Failed to delete blog post. Please try again.',
}

/** Ends the article, and its draft with it. */
export function DeleteArticle({ saver, article }: { saver: Autosaver; article: Post }) {
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  return (
    <>
      <Button variant="plain" icon="trash-2" onClick={() => setAsking(true)}>
        Delete Post
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
          navigate('/blog')
        }}
      />
    </>
  )
}

interface DiscardProps {
  saver: Autosaver
  article: Post
  /** There are changes, and nothing else to decide about them. */
  isPossible: boolean
}

/** Goes back to what readers see. */
export function DiscardChanges({ saver, article, isPossible }: DiscardProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const cache = useQueryClient()

  async function discard() {
    setBusy(true)
    try {
      await saver.lock()
      await call(discardDraft, { params: { key: saver.state().key } })
      saver.revert(publishedWriting(article), article.updatedAt)
      void cache.invalidateQueries(draftsQuery)
    } catch (reason) {
      saver.unlock()
      const description = messageOf(reason, 'Failed to discard the changes. Please try again.')
      showToast({ title: 'Error', description, variant: 'error' })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <Button variant="plain" icon="undo-2" aria-disabled={!isPossible} onClick={() => setAsking(true)}>
        Discard changes
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard your changes?"
        description="The text goes back to what is published. Your changes are gone for good."
        confirmLabel="Discard"
        isBusy={isBusy}
        onConfirm={() => void discard()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
