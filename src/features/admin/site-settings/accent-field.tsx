import { useId } from 'react'
import { t } from '#messages/messages.ts'
import { TextInput } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'
import { accentPattern, defaultAccent } from './site-settings.contract.ts'

/** Accent colors to choose from. The first is Devstead's. */
const suggestions = [
  { accent: '', label: t('Green') },
  { accent: '#0c5f8a', label: t('Blue') },
  { accent: '#4338ca', label: t('Indigo') },
  { accent: '#7c3aad', label: t('Purple') },
  { accent: '#b4235f', label: t('Raspberry') },
  { accent: '#c2410c', label: t('Orange') },
  { accent: '#8a6100', label: t('Gold') },
  { accent: '#3f4650', label: t('Graphite') },
]

/** The site's accent color. */
export function AccentField({ draft: { accent }, faults, change }: CardProps) {
  const id = useId()
  return (
    <>
      <fieldset className="field" aria-describedby={`${id}-hint`}>
        <legend className="field-label">{t('Accent color')}</legend>
        <div className="swatches">
          {suggestions.map((one) => (
            <label key={one.label} className="swatch" title={one.label}>
              <input
                type="radio"
                name="accent"
                className="option-input"
                aria-label={one.label}
                checked={accent === one.accent}
                onChange={() => change({ accent: one.accent })}
              />
              <span ref={(dot) => dot?.style.setProperty('background', one.accent || defaultAccent)} />
            </label>
          ))}
        </div>
        <p className="field-hint" id={`${id}-hint`}>
          {t(
            'For links, buttons, and highlights. Made lighter or darker where needed, so that text stays readable in both themes.',
          )}
        </p>
      </fieldset>
      <div className="accent-custom">
        <input
          type="color"
          aria-label={t('Color picker')}
          value={accentPattern.test(accent) ? accent : defaultAccent}
          onChange={(event) => change({ accent: event.target.value })}
        />
        <TextInput
          label={t('Custom color')}
          placeholder={defaultAccent}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          value={accent}
          error={faults['accent']}
          onChange={(event) => change({ accent: event.target.value.trim().toLowerCase() })}
        />
      </div>
    </>
  )
}
