import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PostDraft } from './draft.hooks.ts'
import type { Post } from './posts.contract.ts'
import { patchPost, presentPost, useUpdatePost } from './posts.hooks.ts'

/** Saves an edited post over the version that the text started from, or knowingly over the one that came in between. */
export function useSavePost(post: Post) {
  const cache = useQueryClient()
  const update = useUpdatePost(post.id)
  // What the text started from: later readings of the post must not change it under the fingers.
  const [base, setBase] = useState(post)
  const [conflict, setConflict] = useState<Post | null>(null)

  return {
    base,
    /** What was saved meanwhile, once it is known; null otherwise. */
    conflict,
    /** @throws what the server refused, also a conflict */
    save: async (draft: PostDraft): Promise<void> => {
      try {
        await update.mutateAsync({ ...draft, updatedAt: conflict?.updatedAt ?? draft.updatedAt ?? base.updatedAt })
      } catch (reason) {
        const present = presentPost(reason)
        if (present && isSaved(draft, present)) return patchPost(cache, post.id, present)
        setConflict(present ?? conflict)
        throw reason
      }
    },
    /** Goes on from what was saved meanwhile. */
    takeTheirs: () => {
      if (conflict) setBase(conflict)
      setConflict(null)
    },
  }
}

/** An earlier try whose answer was lost has arrived. */
const isSaved = ({ content, categoryId }: PostDraft, post: Post): boolean =>
  post.content === content && post.categoryId === categoryId
