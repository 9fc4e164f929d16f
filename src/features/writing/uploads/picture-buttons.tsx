import { type ComponentProps, useRef } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { PictureInput } from './picture-input.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'size' | 'disabled'> {
  /** The label of the button that opens the file dialog. */
  label: string
  icon?: 'image' | 'upload'
  fileLabel: string
  removeLabel: string
  isUploading: boolean
  onChoose: (file: File) => void
  /** Null if there is no picture to remove. */
  onRemove: (() => void) | null
}

/** The buttons that choose a picture from a file and remove it. */
export function PictureButtons({ label, icon = 'upload', fileLabel, removeLabel, isUploading, ...rest }: Props) {
  const { onChoose, onRemove, ...look } = rest
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="row">
      <Button {...look} icon={icon} busy={isUploading} onClick={() => file.current?.click()}>
        {label}
      </Button>
      {onRemove && (
        <Button {...look} variant="plain" aria-label={removeLabel} onClick={onRemove}>
          {t('Remove')}
        </Button>
      )}
      <PictureInput ref={file} label={fileLabel} onChoose={onChoose} />
    </div>
  )
}
