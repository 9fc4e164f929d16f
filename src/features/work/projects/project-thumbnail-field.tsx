import { type ChangeEvent, useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { imageTypes } from '#features/writing/uploads/uploads.contract.ts'
import { maxUploadMb, uploadFailed } from '#providers/storage/storage.contract.ts'
import { faultOfImage, uploadImage } from '#features/writing/uploads/uploads.hooks.ts'
import { isForeignImage } from '#ui/avatar-address.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { messageOf } from '#web/api.ts'

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
  const file = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(saved)
  const [isUploading, setUploading] = useState(false)
  const [fault, setFault] = useState<string>()

  function change(next: string) {
    setAddress(next)
    onChange()
  }

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    if (!chosen || isUploading) return
    const refusal = faultOfImage(chosen)
    setFault(refusal ?? undefined)
    if (refusal) return
    setUploading(true)
    onBusy(true)
    try {
      change((await uploadImage(chosen, 'project-images')).address)
    } catch (reason) {
      setFault(messageOf(reason, uploadFailed()))
    } finally {
      target.value = ''
      setUploading(false)
      onBusy(false)
    }
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
        <div className="row">
          <Button icon="upload" size="s" busy={isUploading} onClick={() => file.current?.click()}>
            {isUploading ? t('Uploading image...') : t('Upload a picture')}
          </Button>
          {address !== '' && (
            <Button variant="plain" size="s" aria-label={t('Remove picture')} onClick={() => change('')}>
              {t('Remove')}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            accept={imageTypes}
            aria-label={t('Picture file')}
            className="project-picture-file"
            tabIndex={-1}
            onChange={(event) => void upload(event)}
          />
        </div>
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
