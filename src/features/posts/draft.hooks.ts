import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { defaultCategoryId } from '#features/categories/categories.contract.ts'
import { forget, keep, kept } from '#web/storage.ts'

/** What is being written. `updatedAt`: the version of the post that an edit started from. */
export const PostDraft = z.object({ content: z.string(), categoryId: z.int(), updatedAt: z.optional(z.string()) })
export type PostDraft = z.infer<typeof PostDraft>

const emptyDraft: PostDraft = { content: '', categoryId: defaultCategoryId }

/** A text under way. It is kept in this browser while it is written and is there again after a reload or a new sign-in;
 *  one that says nothing new is not kept. */
export function useDraft(key: string, initial: PostDraft = emptyDraft) {
  const [draft, setDraft] = useState(() => storedDraft(key) ?? initial)
  const isNew = draft.content !== initial.content || (draft.content !== '' && draft.categoryId !== initial.categoryId)
  useEffect(() => {
    if (isNew) keep(key, JSON.stringify(draft))
    else forget(key)
  }, [key, draft, isNew])
  return {
    draft,
    change: (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => setDraft(emptyDraft),
  }
}

function storedDraft(key: string): PostDraft | null {
  try {
    const draft = PostDraft.safeParse(JSON.parse(kept(key) ?? ''))
    return draft.success ? draft.data : null
  } catch {
    return null
  }
}
