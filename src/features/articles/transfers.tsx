import type { ClipboardEvent, DragEvent, RefObject } from 'react'
import { tellUploadFailure } from '#features/posts/composer-insertions.tsx'
import { defaultImageDescription, imageMarkdown, insert } from '#features/posts/composer-inserts.hooks.ts'
import type { ImageUpload } from '#features/posts/composer.hooks.ts'
import { notAnImage } from '#features/uploads/uploads.contract.ts'
import { imagesIn } from '#features/uploads/uploads.hooks.ts'
import { linked } from './markdown-commands.hooks.ts'
import type { TextField } from './text-field.hooks.ts'
import { uploadMark } from './uploads-in-text.hooks.ts'

interface Options {
  field: RefObject<TextField | null>
  images: ImageUpload
  isReadOnly: boolean
}

/** What is pasted or dropped into the text: pictures travel while their places are held, an address over a selection
 *  makes a link, everything else is left to the field. For the capture phase: the field's own handlers come later. */
export function useTransfers({ field, images, isReadOnly }: Options) {
  async function take(files: File[], place: number | null) {
    const text = field.current
    if (!text) return
    if (place !== null) text.write({ text: text.read().text, start: place, end: place })
    const held = files.map((file) => {
      const before = text.read()
      const mark = uploadMark(before.text, file.name)
      text.write(insert(before, mark, { isBlock: true }))
      return { file, mark }
    })
    await Promise.all(held.map(({ file, mark }) => send(file, mark)))
  }

  async function send(file: File, mark: string) {
    const image = await images.upload(file, 'pasted')
    field.current?.swap(mark, image.ok ? imageMarkdown(defaultImageDescription, image.url) : '')
    if (!image.ok) tellUploadFailure(image.message)
  }

  function onPasteCapture(event: ClipboardEvent) {
    if (isReadOnly) return
    const words = event.clipboardData.getData('text/plain')
    const link = field.current && linked(field.current.read(), words)
    const files = words === '' ? imagesIn(event.clipboardData) : []
    if (!link && files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (link) field.current?.write(link)
    else void take(files, null)
  }

  function onDropCapture(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault() // the browser would open a dropped file in place of the page
    event.stopPropagation()
    const files = imagesIn(event.dataTransfer)
    if (files.length === 0) tellUploadFailure(notAnImage)
    else if (!isReadOnly) void take(files, field.current?.placeAt(event.clientX, event.clientY) ?? null)
  }

  return { onPasteCapture, onDropCapture, onDragOverCapture }
}

function onDragOverCapture(event: DragEvent) {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
