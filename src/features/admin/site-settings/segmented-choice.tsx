import { useId } from 'react'
import { OptionRadio } from './option-radio.tsx'

interface Props<Name extends string> {
  legend: string
  /** The labels by name, in display order. */
  options: Readonly<Record<Name, string>>
  value: Name
  onChange: (name: Name) => void
}

/** A choice between a few options in one row. */
export function SegmentedChoice<Name extends string>({ legend, options, value, onChange }: Props<Name>) {
  const id = useId()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `options`
  const names = Object.keys(options) as Name[]
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {names.map((name) => (
        <label key={name} className="option segment">
          <OptionRadio name={id} checked={value === name} onChange={() => onChange(name)} />
          {options[name]}
        </label>
      ))}
    </fieldset>
  )
}
