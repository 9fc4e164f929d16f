import { TextArea, TextInput } from '#ui/field.tsx'
import { RowTools } from '#ui/row-tools.tsx'
import type { Faults } from '#web/use-form.ts'
import { type AnyEntry, fieldsOf, resumeSections, type SectionName } from './resume-sections.contract.ts'

interface Props {
  section: SectionName
  entry: AnyEntry
  index: number
  count: number
  faults: Faults
  onChange: (part: AnyEntry) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One entry in the form. Control names contain the position, so that focus can follow a moved entry. */
export function EntryFields({ section, entry, index, count, faults, onChange, onMove, onRemove }: Props) {
  const prefix = `${section}.${index}`
  const label = resumeSections[section].numbered(index + 1)
  return (
    <li className="resume-edit-entry">
      <fieldset>
        <legend className="visually-hidden">{label}</legend>
        <div className="resume-edit-fields">
          {fieldsOf(section).map(([name, field]) => (
            <EntryField
              key={name}
              name={`${prefix}.${name}`}
              field={field}
              value={entry[name] ?? ''}
              error={faults[`${prefix}.${name}`]}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
        </div>
        <RowTools {...{ name: prefix, label, index, count, onMove, onRemove }} />
      </fieldset>
    </li>
  )
}

interface FieldProps {
  name: string
  field: ReturnType<typeof fieldsOf>[number][1]
  value: string | string[]
  error: string | undefined
  onChange: (value: string | string[]) => void
}

function EntryField({ name, field: { label, kind, hint }, value, error, onChange }: FieldProps) {
  const shared = { label: label(), name, error, hint: hint?.(), autoComplete: 'off' }
  if (kind === 'list' || kind === 'text')
    return (
      <div className="is-wide">
        <TextArea
          {...shared}
          rows={kind === 'text' ? 4 : 3}
          value={Array.isArray(value) ? value.join('\n') : value}
          onChange={({ target }) => onChange(kind === 'list' ? target.value.split('\n') : target.value)}
        />
      </div>
    )
  return (
    <TextInput
      {...shared}
      value={String(value)}
      {...(kind === 'url' && { type: 'url', inputMode: 'url', placeholder: 'https://' })}
      {...(kind === 'date' && { placeholder: '2024-05' })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
