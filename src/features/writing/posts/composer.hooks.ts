import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { faultOfImage, uploadImage } from '#features/writing/uploads/uploads.hooks.ts'
import { t } from '#messages/messages.ts'
import { messageOf } from '#web/api.ts'
import { insert as withSnippet } from './markdown-snippets.hooks.ts'

interface Inserting {
  /** Remembers the caret before a dialog opens: a textarea that gets the focus back from a dialog has lost it. */
  saveCaret: () => void
  /** Inserts text at the saved caret, and moves the caret after it. */
  insert: (snippet: string) => void
}

/** Inserts text into a controlled textarea. */
export function useInserting(
  field: RefObject<HTMLTextAreaElement | null>,
  change: (part: { content: string }) => void,
): Inserting {
  const caret = useRef({ start: 0, end: 0 })
  return {
    saveCaret() {
      const { selectionStart: start = 0, selectionEnd: end = 0 } = field.current ?? {}
      caret.current = { start, end }
    },
    insert(snippet) {
      const textarea = field.current
      if (!textarea) return
      const after = withSnippet({ text: textarea.value, ...caret.current }, snippet, { isBlock: true })
      caret.current = { start: after.start, end: after.end }
      flushSync(() => change({ content: after.text }))
      grow(textarea)
      textarea.focus()
      textarea.setSelectionRange(after.start, after.end)
    },
  }
}

/** Grows a textarea with its text in browsers without `field-sizing`. */
export function grow(textarea: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  textarea.style.height = 'auto'
  textarea.style.height = `${textarea.scrollHeight}px`
}

/** The errors for failed uploads, by the picture's source. Source: docs/product.md, Errors. */
const uploadFailures = {
  picked: t('There was a problem uploading your image. Please try again.'),
  pasted: t('Failed to upload image. Please try again.'),
} as const
export type ImageSource = keyof typeof uploadFailures

export type UploadedImage = { ok: true; url: string } | { ok: false; message: string }

export interface ImageUpload {
  /** True during an upload. */
  isUploading: boolean
  upload: (file: File, source: ImageSource) => Promise<UploadedImage>
}

/** Uploads pictures for a post. */
export function useImageUpload(): ImageUpload {
  const [travelling, setTravelling] = useState(0)

  async function upload(file: File, source: ImageSource): Promise<UploadedImage> {
    const fault = faultOfImage(file)
    if (fault !== null) return { ok: false, message: fault }
    setTravelling((count) => count + 1)
    try {
      const { address } = await uploadImage(file, 'post-images')
      return { ok: true, url: address }
    } catch (reason) {
      return { ok: false, message: messageOf(reason, uploadFailures[source]) }
    } finally {
      setTravelling((count) => count - 1)
    }
  }
  return { isUploading: travelling > 0, upload }
}
