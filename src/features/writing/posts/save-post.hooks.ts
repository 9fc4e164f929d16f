import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PostDraft } from './draft.hooks.ts'
import type { Post } from './posts.contract.ts'
import { patchPost, presentPost, useUpdatePost } from './posts.hooks.ts'

/** Saves an edited post based on the version that the edit started from, or deliberately over a newer one. */
export function useSavePost(post: Post) {
  const cache = useQueryClient()
  const update = useUpdatePost(post.id)
  // The version that the edit is based on. Refetching the post must not change it while the member is typing.
  const [base, setBase] = useState(post)
  const [conflict, setConflict] = useState<Post | null>(null)

  return {
    base,
    /** The newer version that caused a conflict, or null. */
    conflict,
    /** @throws ApiError, including for a conflict */
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
    /** Continues from the newer version. */
    takeTheirs: () => {
      if (conflict) setBase(conflict)
      setConflict(null)
    },
  }
}

/** Reports whether an earlier attempt was saved although its response was lost. */
const isSaved = ({ content, categoryId }: PostDraft, post: Post): boolean =>
  post.content === content && post.categoryId === categoryId
