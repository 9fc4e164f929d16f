import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { defaultCategoryId } from '#features/writing/categories/categories.contract.ts'
import { randomHex } from '#web/random-hex.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

/** What is being written. `updatedAt`: the version of the post that an edit started from. `key`: what a new post is
 *  called, so that trying again cannot publish it twice. */
export const PostDraft = z.object({
  content: z.string(),
  categoryId: z.int(),
  updatedAt: z.optional(z.string()),
  key: z.optional(z.string()),
})
export type PostDraft = z.infer<typeof PostDraft>

const emptyDraft = (): PostDraft => ({ content: '', categoryId: defaultCategoryId, key: newKey() })

/** A text under way. It is kept in this browser while it is written and is there again after a reload or a new sign-in;
 *  one that says nothing new is not kept. */
export function useDraft(key: string, initial?: PostDraft) {
  const [draft, setDraft] = useState(() => ({ ...(initial ?? emptyDraft()), ...storedDraft(key) }))
  const { content, categoryId } = initial ?? { content: '', categoryId: defaultCategoryId }
  const isNew = draft.content !== content || (draft.content !== '' && draft.categoryId !== categoryId)
  useEffect(() => {
    if (isNew) writeStored(key, JSON.stringify(draft))
    else removeStored(key)
  }, [key, draft, isNew])
  return {
    draft,
    change: (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => setDraft(emptyDraft()),
    /** Makes it another post than the one that was published under its key. */
    renew: () => setDraft((before) => (before.key ? { ...before, key: newKey() } : before)),
  }
}

const newKey = (): string => randomHex(16)

function storedDraft(key: string): PostDraft | null {
  try {
    const draft = PostDraft.safeParse(JSON.parse(readStored(key) ?? ''))
    return draft.success ? draft.data : null
  } catch {
    return null
  }
}
