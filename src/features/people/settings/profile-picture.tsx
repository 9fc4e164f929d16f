import { type ChangeEvent, useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { imageTypes } from '#features/writing/uploads/uploads.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { isForeignImage } from '#ui/avatar-address.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { uploadPicture } from './picture.hooks.ts'

interface Props {
  name: string
  /** The URL in the form, or an empty string. */
  image: string
  /** The saved URL: a picture on another site can only be shown once its URL is saved. */
  savedImage: string | null
  error: string | undefined
  onChange: (image: string) => void
  onBusy: (isBusy: boolean) => void
}

/** The picture's preview, and the controls for uploading a file or entering a URL. */
export function ProfilePicture({ name, image, savedImage, error, onChange, onBusy }: Props) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [fault, setFault] = useState<string>()
  const isForeign = isForeignImage(image)
  const isShown = image.startsWith('/') || !isForeign || image === savedImage

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    if (!chosen || isUploading) return
    setFault(undefined)
    setUploading(true)
    onBusy(true)
    const outcome = await uploadPicture(chosen)
    target.value = ''
    setUploading(false)
    onBusy(false)
    if (outcome.ok) onChange(outcome.url)
    else setFault(outcome.message)
  }

  return (
    <fieldset className="profile-picture" aria-labelledby={`${id}-label`}>
      <Avatar name={name} image={isShown && isPicture(image) ? image : null} size="xl" />
      <div className="profile-picture-choice">
        <p className="field-label" id={`${id}-label`}>
          {t('Profile Picture')}
        </p>
        <div className="row">
          <Button icon="upload" busy={isUploading} onClick={() => file.current?.click()}>
            {isUploading ? t('Uploading image...') : t('Upload a picture')}
          </Button>
          {image !== '' && (
            <Button variant="plain" aria-label={t('Remove picture')} onClick={() => onChange('')}>
              {t('Remove')}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            accept={imageTypes}
            aria-label={t('Picture file')}
            className="profile-picture-file"
            tabIndex={-1}
            onChange={(event) => void upload(event)}
          />
        </div>
        <p className="field-hint">{t('Up to 1 MB. Larger pictures are resized to 512 × 512 pixels first.')}</p>
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        <TextInput
          label={t('Or image URL')}
          name="profileImage"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={isForeign || !isPicture(image) ? image : ''}
          error={error}
          hint={isForeign && !isShown ? t('Save your settings to see a picture from another site.') : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </fieldset>
  )
}

const isPicture = (image: string): boolean => /^(https?:\/\/|\/storage\/)/i.test(image)
