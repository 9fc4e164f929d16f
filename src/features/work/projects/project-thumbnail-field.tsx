import { useId, useState } from 'react'
import { t } from '#messages/messages.ts'
import { PictureButtons } from '#features/writing/uploads/picture-buttons.tsx'
import { uploadTo, usePictureUpload } from '#features/writing/uploads/picture-upload.hooks.ts'
import { maxUploadMb } from '#providers/storage/storage.contract.ts'
import { isForeignImage } from '#ui/avatar-address.ts'
import { TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'

interface Props {
  /** The saved URL; empty if there is none. */
  address: string
  error: string | undefined
  onChange: () => void
  onBusy: (isBusy: boolean) => void
}

/** The project's image, with controls for uploading a file or entering a URL. */
export function ProjectThumbnailField({ address: saved, error, onChange, onBusy }: Props) {
  const id = useId()
  const [address, setAddress] = useState(saved)
  const { isUploading, fault, choose } = usePictureUpload({
    upload: (file) => uploadTo('project-images', file),
    onUploaded: change,
    onBusy,
  })

  function change(next: string) {
    setAddress(next)
    onChange()
  }

  return (
    <fieldset className="project-picture" aria-labelledby={`${id}-label`}>
      <div className="project-picture-shown">
        <Shown address={address} />
      </div>
      <div className="project-picture-choice">
        <p className="field-label" id={`${id}-label`}>
          {t('Thumbnail')}
        </p>
        <PictureButtons
          size="s"
          label={isUploading ? t('Uploading image...') : t('Upload a picture')}
          fileLabel={t('Picture file')}
          removeLabel={t('Remove picture')}
          isUploading={isUploading}
          onChoose={choose}
          onRemove={address === '' ? null : () => change('')}
        />
        <p className="field-hint">{t('Up to {maxUploadMb} MB, ideally 16:10.', { maxUploadMb })}</p>
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        <TextInput
          label={t('Or image URL')}
          name="thumbnailUrl"
          type="text"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={address}
          error={error}
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </fieldset>
  )
}

/** The Content Security Policy only allows images from this site. Other images are shown, through the proxy, once
 *  saved. */
function Shown({ address }: { address: string }) {
  if (address === '') return <Icon name="image" />
  if (isForeignImage(address) || !/^(https?:\/\/|\/storage\/)/i.test(address))
    return (
      <>
        <Icon name="image" />
        {t('Shown after saving')}
      </>
    )
  return <img src={address} alt="" />
}
