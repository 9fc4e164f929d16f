import { useRef } from 'react'
import { t } from '#messages/messages.ts'
import { imageTypes } from '#features/writing/uploads/uploads.contract.ts'
import { IconButton } from '#ui/button.tsx'

interface Props {
  isDisabled: boolean
  onImages: (files: File[]) => void
  onVideo: () => void
  onCode: () => void
}

/** Buttons that insert pictures, videos, and code. */
export function ComposerToolbar({ isDisabled, onImages, onVideo, onCode }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="composer-toolbar">
      <input
        ref={picker}
        type="file"
        accept={imageTypes}
        multiple
        hidden
        aria-label={t('Choose images')}
        onChange={({ target }) => {
          onImages([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton
        icon="image"
        label={t('Insert image')}
        aria-disabled={isDisabled}
        onClick={() => picker.current?.click()}
      />
      <IconButton icon="video" label={t('Insert video')} aria-disabled={isDisabled} onClick={onVideo} />
      <IconButton icon="code" label={t('Insert code')} aria-disabled={isDisabled} onClick={onCode} />
    </div>
  )
}
