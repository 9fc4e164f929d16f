import { useId } from 'react'
import { t } from '#messages/messages.ts'
import { PictureButtons } from '#features/writing/uploads/picture-buttons.tsx'
import { usePictureUpload } from '#features/writing/uploads/picture-upload.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { isForeignImage } from '#ui/avatar-address.ts'
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
  const { isUploading, fault, choose } = usePictureUpload({ upload: uploadPicture, onUploaded: onChange, onBusy })
  const isForeign = isForeignImage(image)
  const isShown = image.startsWith('/') || !isForeign || image === savedImage

  return (
    <fieldset className="profile-picture" aria-labelledby={`${id}-label`}>
      <Avatar name={name} image={isShown && isPicture(image) ? image : null} size="xl" />
      <div className="profile-picture-choice">
        <p className="field-label" id={`${id}-label`}>
          {t('Profile Picture')}
        </p>
        <PictureButtons
          label={isUploading ? t('Uploading image...') : t('Upload a picture')}
          fileLabel={t('Picture file')}
          removeLabel={t('Remove picture')}
          isUploading={isUploading}
          onChoose={choose}
          onRemove={image === '' ? null : () => onChange('')}
        />
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
