import { useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { PictureInput } from '#features/writing/uploads/picture-input.tsx'
import { Button } from '#ui/button.tsx'
import { scaledCover, unreadablePicture } from './picture-scaling.hooks.ts'
import { tooDetailed } from './site-settings.contract.ts'

interface Props {
  /** A data URL; empty for none. */
  cover: string
  /** Where visitors see the cover. */
  hint: string
  error: string | undefined
  onChange: (cover: string) => void
}

/** The field for the wide picture at the top of the home page. */
export function CoverField({ cover, hint, error, onChange }: Props) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()

  function replace(image: string) {
    setFault(undefined)
    onChange(image)
  }

  async function read(chosen: File) {
    try {
      const image = await scaledCover(chosen)
      if (image === undefined) setFault(tooDetailed())
      else replace(image)
    } catch {
      setFault(unreadablePicture())
    }
  }

  return (
    <fieldset className="field" aria-describedby={`${id}-hint`}>
      <legend className="field-label">{t('Cover')}</legend>
      {cover !== '' && <img className="cover-preview" src={cover} alt={t('The cover')} />}
      <div className="row">
        <Button size="s" icon="upload" onClick={() => file.current?.click()}>
          {cover === '' ? t('Choose picture') : t('Change cover')}
        </Button>
        {cover !== '' && (
          <Button size="s" variant="plain" onClick={() => replace('')}>
            {t('Remove cover')}
          </Button>
        )}
        <PictureInput ref={file} label={t('Cover file')} onChoose={(chosen) => void read(chosen)} />
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {t('{hint} Choose a wide picture, for example 1920 × 640 pixels. Its middle stays visible on every screen.', {
          hint,
        })}
      </p>
      {(fault ?? error) && (
        <p className="field-error" role="alert">
          {fault ?? error}
        </p>
      )}
    </fieldset>
  )
}
