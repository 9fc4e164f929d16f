import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#messages/messages.ts'
import { faultOfImage } from '#features/writing/uploads/uploads.hooks.ts'
import { dismissToast, showToast } from '#ui/toasts.ts'
import { ComposerQuestion, type Question } from './composer-question.tsx'
import type { ImageSource, ImageUpload } from './composer.hooks.ts'

interface Options {
  images: ImageUpload
  insert: (markdown: string) => void
  /** Called before a dialog opens. */
  onAsk?: () => void
  /** Returns focus to the text. */
  onCancel: () => void
}

export interface Insertions {
  ask: (question: Question) => void
  /** Uploads the pictures and asks for a description of each. */
  addImages: (files: File[], source: ImageSource) => Promise<void>
  /** The open dialog. */
  dialog: ReactNode
}

/** Inserts pictures, videos, and code. Asks for the details in one dialog after another. */
export function useInsertions({ images, insert, onAsk, onCancel }: Options): Insertions {
  const [questions, setQuestions] = useState<Question[]>([])
  const ask = (question: Question) => setQuestions((waiting) => [...waiting, question])
  // Synchronous, because nothing behind an open dialog can receive focus.
  const answered = () => flushSync(() => setQuestions((waiting) => waiting.slice(1)))
  const [question] = questions
  const isAsking = question !== undefined
  const begin = useEffectEvent(() => onAsk?.())
  useLayoutEffect(() => {
    if (isAsking) begin()
  }, [isAsking])

  async function addImages(files: File[], source: ImageSource) {
    const failed: File[] = []
    let reason = ''
    for (const file of files) {
      const toast = showToast(progress)
      const image = await images.upload(file, source)
      dismissToast(toast)
      if (image.ok) ask({ about: 'image', url: image.url })
      else {
        reason = image.message
        failed.push(file)
      }
    }
    const retryable = failed.filter((file) => faultOfImage(file) === null)
    if (failed.length > 0)
      showUploadFailure(reason, retryable.length > 0 ? () => void addImages(retryable, source) : undefined)
  }
  const dialog = question && (
    <ComposerQuestion
      key={question.about === 'image' ? question.url : question.about}
      question={question}
      onInsert={(markdown) => {
        answered()
        insert(markdown)
        if (question.about === 'image') showToast(inserted)
      }}
      onCancel={() => {
        answered()
        onCancel()
      }}
    />
  )
  return { ask, addImages, dialog }
}

export const showUploadFailure = (description: string, retry?: () => void) =>
  showToast({
    title: t('Upload failed'),
    description,
    variant: 'error',
    action: retry && { label: t('Try again'), onSelect: retry },
  })

const progress = { title: t('Uploading image...'), description: t('Please wait while we upload your image.') }
const inserted = {
  title: t('Image uploaded'),
  description: t('Your image has been uploaded and inserted.'),
  variant: 'success',
} as const
