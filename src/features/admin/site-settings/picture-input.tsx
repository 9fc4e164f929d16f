import type { RefObject } from 'react'
import { t } from '#messages/messages.ts'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  label: string
  onChoose: (file: File) => void
}

export const unreadablePicture = t('This file can’t be read as a picture. Choose a PNG, JPEG, WebP, GIF, or AVIF file.')

/** A hidden file input, which a button opens through `ref`. */
export const PictureInput = ({ ref, label, onChoose }: Props) => (
  <input
    ref={ref}
    type="file"
    accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
    aria-label={label}
    className="visually-hidden"
    tabIndex={-1}
    onChange={({ target }) => {
      const [file] = target.files ?? []
      target.value = ''
      if (file) onChoose(file)
    }}
  />
)
