import { type ReactNode, useId } from 'react'
import { OptionRadio } from './option-radio.tsx'

interface Props<Name extends string> {
  legend: string
  hint: string
  /** In display order. */
  options: readonly { name: Name; label: string; picture?: ReactNode; note?: string }[]
  value: Name
  onChange: (name: Name) => void
}

/** A choice between several options, each with a picture. */
export function ChoiceField<Name extends string>({ legend, hint, options, value, onChange }: Props<Name>) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={`${id}-hint`}>
      <legend className="field-label">{legend}</legend>
      <div className="choice-row">
        {options.map(({ name, label, picture, note }) => (
          <label key={name} className="option choice" title={note}>
            <OptionRadio name={id} checked={value === name} onChange={() => onChange(name)} />
            {picture}
            {label}
          </label>
        ))}
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </fieldset>
  )
}
