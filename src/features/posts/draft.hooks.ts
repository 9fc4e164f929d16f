import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { defaultCategoryId } from '#features/categories/categories.contract.ts'

/** What is being written. */
export const PostDraft = z.object({ content: z.string(), categoryId: z.int() })
export type PostDraft = z.infer<typeof PostDraft>

const emptyDraft: PostDraft = { content: '', categoryId: defaultCategoryId }

/** A text under way. With a key it is kept in this browser while it is written and is there again after a reload; an
 *  empty one is not kept. */
export function useDraft(key: string | null, initial: PostDraft = emptyDraft) {
  const [draft, setDraft] = useState(() => (key && storedDraft(key)) || initial)
  useEffect(() => {
    if (key) keepDraft(key, draft)
  }, [key, draft])
  return {
    draft,
    change: (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => setDraft(emptyDraft),
  }
}

function storedDraft(key: string): PostDraft | null {
  try {
    const draft = PostDraft.safeParse(JSON.parse(localStorage.getItem(key) ?? ''))
    return draft.success ? draft.data : null
  } catch {
    return null
  }
}

function keepDraft(key: string, draft: PostDraft): void {
  try {
    if (draft.content === '') localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The storage is full or shut: the text is still on the screen.
  }
}
