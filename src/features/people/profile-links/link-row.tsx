import { IconButton } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { Faults } from '#web/use-form.ts'
import type { LinkRow } from './link-rows.hooks.ts'
import { maxLabelLength } from './profile-links.contract.ts'
import { VerifiedMark } from './verified-mark.tsx'

interface Props {
  row: LinkRow
  index: number
  count: number
  faults: Faults
  verifiedAt: string | null
  onChange: (part: Partial<LinkRow>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One link in the form. Control names contain the position, so that focus can follow a moved link. */
export function LinkFields({ row, index, count, faults, verifiedAt, onChange, onMove, onRemove }: Props) {
  const name = `links.${index}`
  const linkName = row.label || `link ${index + 1}`
  return (
    <li className="link-row">
      <fieldset aria-label={`Link ${index + 1}`}>
        <TextInput
          label="Label"
          name={`${name}.label`}
          list="link-labels"
          autoComplete="off"
          maxLength={maxLabelLength}
          value={row.label}
          error={faults[`${name}.label`]}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        <TextInput
          label="URL"
          name={`${name}.url`}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={row.url}
          error={faults[`${name}.url`]}
          onChange={(event) => onChange({ url: event.target.value })}
        />
        <div className="link-row-tools">
          {verifiedAt && <VerifiedMark at={verifiedAt} withDate />}
          <IconButton
            name={`${name}.up`}
            icon="chevron-up"
            label={`Move ${linkName} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            name={`${name}.down`}
            icon="chevron-down"
            label={`Move ${linkName} down`}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <IconButton name={`${name}.remove`} icon="trash-2" label={`Remove ${linkName}`} onClick={onRemove} />
        </div>
      </fieldset>
    </li>
  )
}
