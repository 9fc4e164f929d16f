import type { ClipboardEvent, DragEvent, RefObject } from 'react'
import { showUploadFailure } from '#features/writing/posts/composer-insertions.tsx'
import { defaultImageDescription, imageMarkdown, insert } from '#features/writing/posts/markdown-snippets.hooks.ts'
import type { ImageUpload } from '#features/writing/posts/composer.hooks.ts'
import { notAnImage } from '#features/writing/uploads/uploads.contract.ts'
import { imagesIn } from '#features/writing/uploads/uploads.hooks.ts'
import { linked } from './markdown-commands.hooks.ts'
import type { TextField } from './text-field.hooks.ts'
import { type Placeholder, replacementOf, uploadMark } from './upload-placeholders.hooks.ts'

interface Options {
  field: RefObject<TextField | null>
  images: ImageUpload
  isReadOnly: boolean
}

/** Handles pasting and dropping: uploads pictures, showing placeholders; links the selection to a pasted URL; and
 *  leaves everything else to the field. Uses the capture phase to run before the field's own handlers. */
export function useTransfers({ field, images, isReadOnly }: Options) {
  function take(files: File[], place: number) {
    let at = place
    for (const file of files) {
      const { text } = field.current!.read()
      const mark = uploadMark(text, file.name)
      const after = insert({ text, start: at, end: at }, mark, { isBlock: true })
      const block = after.text.slice(at, after.end)
      field.current!.insertPlaceholder(at, block)
      at = after.end
      void send(file, { mark, block })
    }
    field.current!.focus()
  }

  async function send(file: File, placeholder: Placeholder) {
    const image = await images.upload(file, 'pasted')
    const text = field.current?.read().text ?? ''
    const [before, after] = replacementOf(
      text,
      placeholder,
      image.ok ? imageMarkdown(defaultImageDescription, image.url) : '',
    )
    field.current?.replacePlaceholder(before, after)
    if (!image.ok) showUploadFailure(image.message)
  }

  function onPasteCapture(event: ClipboardEvent) {
    const text = field.current?.read()
    if (isReadOnly || !text) return
    const words = event.clipboardData.getData('text/plain')
    const link = linked(text, words)
    const files = words === '' ? imagesIn(event.clipboardData) : []
    if (!link && files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (link) field.current?.write(link)
    else take(files, text.end)
  }

  function onDropCapture(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault() // otherwise the browser would open the dropped file
    event.stopPropagation()
    const files = imagesIn(event.dataTransfer)
    const text = field.current
    if (files.length === 0) showUploadFailure(notAnImage())
    else if (!isReadOnly && text) take(files, text.placeAt(event.clientX, event.clientY) ?? text.read().end)
  }
  return { onPasteCapture, onDropCapture, onDragOverCapture }
}

function onDragOverCapture(event: DragEvent) {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
