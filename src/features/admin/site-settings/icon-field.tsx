import { useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { PictureInput } from '#features/writing/uploads/picture-input.tsx'
import { Icon } from '#ui/icon.tsx'
import { pictureIcon } from './icon-drawing.hooks.ts'
import { unreadablePicture } from './picture-scaling.hooks.ts'
import type { CardProps } from './settings-draft.hooks.ts'
import { SiteIcon } from './site-icon.tsx'
import type { SiteSettings } from './site-settings.contract.ts'
import { OptionRadio } from './option-radio.tsx'

type Kind = SiteSettings['icon']['kind']

const hints: Record<Kind, string> = {
  initials: t('Generated from the initials of the site’s name and the accent color.'),
  picture: t('A square picture of at least 512 × 512 pixels looks best.'),
  house: t('Devstead’s own icon.'),
}

/** The field for the site's icon: the site's initials, a picture, or the built-in one. */
export function IconField({ draft: { icon }, initialsImage, faults, change }: CardProps) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState(icon.kind === 'picture' ? icon.image : '')
  const [fault, setFault] = useState<string>()

  function choose(kind: Kind) {
    setFault(undefined)
    if (kind === 'picture' && picture === '') return file.current?.click()
    change({ icon: { kind, image: kind === 'picture' ? picture : '' } })
  }

  async function read(chosen: File) {
    try {
      const image = await pictureIcon(chosen)
      setPicture(image)
      setFault(undefined)
      change({ icon: { kind: 'picture', image } })
    } catch {
      setFault(unreadablePicture())
    }
  }

  const options: { kind: Kind; label: string; image: string }[] = [
    { kind: 'initials', label: t('Generated'), image: initialsImage },
    { kind: 'picture', label: t('Picture'), image: picture },
    { kind: 'house', label: 'Devstead', image: '' },
  ]
  const error = fault ?? faults['icon.image']
  return (
    <fieldset className="field" aria-describedby={`${id}-hint`}>
      <legend className="field-label">{t('Icon')}</legend>
      <div className="choice-row">
        {options.map(({ kind, label, image }) => (
          <label className="option choice" key={kind}>
            <OptionRadio name="icon" checked={icon.kind === kind} onChange={() => choose(kind)} />
            <span className="choice-picture">
              {kind === 'picture' && image === '' ? <Icon name="upload" /> : <SiteIcon image={image} />}
            </span>
            {label}
          </label>
        ))}
        {picture !== '' && (
          <button
            type="button"
            className="button choice-again"
            data-variant="plain"
            data-size="s"
            onClick={() => file.current?.click()}
          >
            {t('Change picture')}
          </button>
        )}
        <PictureInput ref={file} label={t('Icon file')} onChoose={(chosen) => void read(chosen)} />
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {hints[icon.kind]} {t('Shown in browser tabs, bookmarks, and feeds, and on home screens.')}
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
