import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { Faults } from '#web/use-form.ts'
import type { ResumeDraft } from './resume-draft.hooks.ts'
import { EntryFields } from './resume-fields.tsx'
import { fieldsOf, resumeSections, type SectionName } from './resume-sections.contract.ts'
import { maxEntries } from './resumes.contract.ts'

interface Props {
  section: SectionName
  edit: ResumeDraft
  faults: Faults
  /** Focuses the first enabled control with one of these names. */
  focusNext: (...names: string[]) => void
  /** Called when entries have moved, so that errors no longer match their positions. */
  onRearranged: () => void
}

/** A section of the CV in the form. */
export function SectionFields({ section, edit, faults, focusNext, onRearranged }: Props) {
  const [announcement, announce] = useState('')
  const entries = edit.draft.document[section]
  const { add, numbered } = resumeSections[section]
  const title = resumeSections[section].title()
  const label = (index: number) => numbered(index + 1)

  function onAdd() {
    edit.addEntry(section)
    focusNext(`${section}.${entries.length}.${fieldsOf(section)[0]![0]}`)
  }

  function onMove(from: number, to: number) {
    edit.moveEntry(section, from, to)
    onRearranged()
    announce(
      t('Moved {label} to position {position} of {count}', {
        label: label(from),
        position: to + 1,
        count: entries.length,
      }),
    )
    const [same, other] = to < from ? ['up', 'down'] : ['down', 'up']
    focusNext(`${section}.${to}.${same}`, `${section}.${to}.${other}`)
  }

  function onRemove(index: number) {
    edit.removeEntry(section, index)
    onRearranged()
    announce(t('Removed {label}', { label: label(index) }))
    focusNext(`${section}.${Math.min(index, entries.length - 2)}.remove`, `${section}.add`)
  }

  return (
    <Card
      title={title}
      action={
        <Button name={`${section}.add`} size="s" icon="plus" disabled={entries.length >= maxEntries} onClick={onAdd}>
          {add()}
        </Button>
      }
    >
      {faults[section] && <p className="field-error">{faults[section]}</p>}
      {entries.length > 0 && (
        <ol className="resume-edit-entries" aria-label={title}>
          {entries.map((entry, index) => (
            <EntryFields
              // oxlint-disable-next-line react/no-array-index-key -- controlled fields, focused by position
              key={index}
              section={section}
              entry={entry}
              index={index}
              count={entries.length}
              faults={faults}
              onChange={(part) => edit.changeEntry(section, index, part)}
              onMove={(to) => onMove(index, to)}
              onRemove={() => onRemove(index)}
            />
          ))}
        </ol>
      )}
      <output className="visually-hidden">{announcement}</output>
    </Card>
  )
}
