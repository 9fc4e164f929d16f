import { type RefObject, useEffect } from 'react'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

/** The storage keys for an unsent comment or guestbook entry and for the visitor's name and website. */
const keysOf = (postId: number | null, parentId: number | null): Record<string, string> => ({
  content: ['comment-draft', postId ?? 'guestbook', ...(parentId === null ? [] : [parentId])].join('-'),
  authorName: 'comment-author-name',
  authorUrl: 'comment-author-url',
})

/** Adds text to the stored draft of a comment on a post. */
export function addToCommentDraft(postId: number, text: string): void {
  const key = keysOf(postId, null)['content']!
  const before = readStored(key)?.trim()
  writeStored(key, before ? `${before}\n\n${text}` : text)
}

/** Saves the form's fields in the browser until the comment is sent, and restores them. Keeps text typed before the
 *  script loads. */
export function useCommentDraft(
  form: RefObject<HTMLFormElement | null>,
  postId: number | null,
  parentId: number | null,
) {
  useEffect(() => {
    for (const [name, key] of Object.entries(keysOf(postId, parentId))) {
      const field = fieldOf(form.current, name)
      if (field && field.value === '') field.value = readStored(key) ?? ''
    }
  }, [form, postId, parentId])

  return {
    save() {
      for (const [name, key] of Object.entries(keysOf(postId, parentId))) {
        const text = fieldOf(form.current, name)?.value
        if (text?.trim()) writeStored(key, text)
        else if (text !== undefined) removeStored(key)
      }
    },
    clear() {
      const field = fieldOf(form.current, 'content')
      if (field) field.value = ''
      this.save()
    },
  }
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null
}
