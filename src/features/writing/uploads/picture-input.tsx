import type { RefObject } from 'react'
import { imageTypes } from './uploads.contract.ts'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  label: string
  onChoose: (file: File) => void
}

/** A hidden file input, which a button opens through `ref`. */
export const PictureInput = ({ ref, label, onChoose }: Props) => (
  <input
    ref={ref}
    type="file"
    accept={imageTypes}
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
