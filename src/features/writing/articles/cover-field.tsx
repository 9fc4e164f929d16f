import { type ChangeEvent, useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import type { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { imageTypes } from '#features/writing/uploads/uploads.contract.ts'
import { faultOfImage, uploadImage } from '#features/writing/uploads/uploads.hooks.ts'
import { maxUploadMb, uploadFailed } from '#providers/storage/storage.contract.ts'
import { isForeignImage } from '#ui/avatar-address.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { messageOf } from '#web/api.ts'

type Cover = ArticleDetails['cover']

interface Props {
  cover: Cover
  error: string | undefined
  isReadOnly: boolean
  onChange: (cover: Cover) => void
  onUploading: (isUploading: boolean) => void
}

/** An article's cover: a picture with alt text. */
export function CoverField({ cover, error, isReadOnly, onChange, onUploading }: Props) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    if (!chosen || isBusy) return
    const refusal = faultOfImage(chosen)
    setFault(refusal ?? undefined)
    if (refusal) return
    setBusy(true)
    onUploading(true)
    try {
      const { address } = await uploadImage(chosen, 'post-images')
      onChange({ url: address, alt: cover?.alt ?? '' })
    } catch (reason) {
      setFault(messageOf(reason, uploadFailed()))
    } finally {
      target.value = ''
      setBusy(false)
      onUploading(false)
    }
  }

  return (
    <fieldset className="cover-field" aria-labelledby={`${id}-label`}>
      <p className="field-label" id={`${id}-label`}>
        {t('Cover')}
      </p>
      {cover && <Shown url={cover.url} />}
      <div className="row">
        <Button icon="image" size="s" busy={isBusy} disabled={isReadOnly} onClick={() => file.current?.click()}>
          {isBusy ? t('Uploading…') : cover ? t('Replace picture') : t('Upload a picture')}
        </Button>
        {cover && (
          <Button
            variant="plain"
            size="s"
            disabled={isReadOnly}
            aria-label={t('Remove cover')}
            onClick={() => onChange(null)}
          >
            {t('Remove')}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept={imageTypes}
          aria-label={t('Cover file')}
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => void upload(event)}
        />
      </div>
      {!cover && (
        <p className="field-hint">
          {t('Shown above the article, in lists, and in link previews. Up to {maxUploadMb} MB, ideally 2:1.', {
            maxUploadMb,
          })}
        </p>
      )}
      {(fault ?? error) && (
        <p className="field-error" role="alert">
          <Icon name="circle-alert" />
          {fault ?? error}
        </p>
      )}
      {cover && (
        <TextInput
          label={t('Description of the cover')}
          hint={t('For people who can’t see the picture. Leave it empty if the picture is decorative.')}
          maxLength={1000}
          value={cover.alt}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange({ ...cover, alt: target.value })}
        />
      )}
    </fieldset>
  )
}

/** The content security policy allows only this site's pictures. Others are shown once they are published. */
const Shown = ({ url }: { url: string }) =>
  isForeignImage(url) ? (
    <p className="field-hint">{url}</p>
  ) : (
    <img className="cover-field-picture" src={url} alt="" width={800} height={400} />
  )
