import { useState } from 'react'
import * as z from 'zod/mini'
import { defaultCategoryId } from '#features/writing/categories/categories.contract.ts'
import { randomHex } from '#web/random-hex.ts'
import { readStoredJson, writeStored } from '#web/storage.ts'
import { useStoring } from '#web/use-stored-text.ts'

/** The text in the composer. `updatedAt`: the version of the post that an edit is based on. `key`: the idempotency key
 *  of a new post, so that a retry cannot publish it twice. */
export const PostDraft = z.object({
  content: z.string(),
  categoryId: z.int(),
  updatedAt: z.optional(z.string()),
  key: z.optional(z.string()),
})
export type PostDraft = z.infer<typeof PostDraft>

const emptyDraft = (): PostDraft => ({ content: '', categoryId: defaultCategoryId, key: newKey() })

/** The text in the composer, stored in this browser while it differs from `initial`, and restored after a reload or a
 *  new sign-in. */
export function useDraft(key: string, initial?: PostDraft) {
  const [draft, setDraft] = useState(() => ({ ...(initial ?? emptyDraft()), ...readStoredJson(key, PostDraft) }))
  const { content, categoryId } = initial ?? { content: '', categoryId: defaultCategoryId }
  const isNew = draft.content !== content || (draft.content !== '' && draft.categoryId !== categoryId)
  useStoring(key, isNew ? JSON.stringify(draft) : null)
  return {
    draft,
    change: (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part })),
    clear: () => setDraft(emptyDraft()),
    /** Gives the text a new key after the old one was used for another post. */
    renew: () => setDraft((before) => (before.key ? { ...before, key: newKey() } : before)),
  }
}

/** The storage key of a member's new post. */
export const newPostDraftKey = (userId: string | null): string => `post-draft:${userId}`

/** Reports whether the stored draft contains text other than the given one. */
export function hasOtherDraft(key: string, text: string): boolean {
  const content = readStoredJson(key, PostDraft)?.content ?? ''
  return content.trim() !== '' && (text === '' || !content.endsWith(text))
}

/** Adds a paragraph to the stored draft, unless it already ends with it. */
export function addToDraft(key: string, text: string): void {
  const draft = { ...emptyDraft(), ...readStoredJson(key, PostDraft) }
  if (text === '' || draft.content.endsWith(text)) return
  const content = draft.content.trim() === '' ? text : `${draft.content.trimEnd()}\n\n${text}`
  writeStored(key, JSON.stringify({ ...draft, content } satisfies PostDraft))
}

const newKey = (): string => randomHex(16)
