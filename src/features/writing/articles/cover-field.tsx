import { useId } from 'react'
import { t } from '#messages/messages.ts'
import type { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { PictureButtons } from '#features/writing/uploads/picture-buttons.tsx'
import { uploadTo, usePictureUpload } from '#features/writing/uploads/picture-upload.hooks.ts'
import { maxUploadMb } from '#providers/storage/storage.contract.ts'
import { isForeignImage } from '#ui/avatar-address.ts'
import { TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'

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
  const { isUploading, fault, choose } = usePictureUpload({
    upload: (file) => uploadTo('post-images', file),
    onUploaded: (url) => onChange({ url, alt: cover?.alt ?? '' }),
    onBusy: onUploading,
  })

  return (
    <fieldset className="cover-field" aria-labelledby={`${id}-label`}>
      <p className="field-label" id={`${id}-label`}>
        {t('Cover')}
      </p>
      {cover && <Shown url={cover.url} />}
      <PictureButtons
        size="s"
        icon="image"
        disabled={isReadOnly}
        label={isUploading ? t('Uploading…') : cover ? t('Replace picture') : t('Upload a picture')}
        fileLabel={t('Cover file')}
        removeLabel={t('Remove cover')}
        isUploading={isUploading}
        onChoose={choose}
        onRemove={cover && (() => onChange(null))}
      />
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
