import { flushSync } from 'react-dom'
import { useRef } from 'react'
import type { Section } from '#schemas/sections.contract.ts'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/field.tsx'
import { sectionLabels } from './section-labels.contract.ts'
import { orderedSections } from './section-order.contract.ts'
import type { CardProps } from './settings-draft.hooks.ts'

/** The sections of the site, each of which can be turned off, in the order of the navigation. */
export function SectionsCard({ draft: { sectionsOff, sectionOrder }, change }: CardProps) {
  const list = useRef<HTMLUListElement>(null)
  const all = orderedSections(sectionOrder)
  const ordered = all.filter((section) => !sectionLabels[section].isUnordered)
  const unordered = all.filter((section) => sectionLabels[section].isUnordered)

  const turn = (section: Section, isOn: boolean) =>
    change({ sectionsOff: isOn ? sectionsOff.filter((one) => one !== section) : [...sectionsOff, section] })

  /** Moves a section, and keeps the focus on a button in its row. */
  function move(section: Section, by: 1 | -1) {
    const from = ordered.indexOf(section)
    const sorted = ordered.toSpliced(from, 1).toSpliced(from + by, 0, section)
    flushSync(() => change({ sectionOrder: isDefault(sorted) ? [] : sorted }))
    const buttons = list.current?.children[from + by]?.querySelectorAll<HTMLButtonElement>('.section-tools button')
    const [up, down] = buttons ?? []
    const used = by < 0 ? up : down
    ;(used?.disabled ? (by < 0 ? down : up) : used)?.focus()
  }

  const row = (section: Section, tools: React.ReactNode = null) => (
    <li key={section} className="section-row">
      <Switch
        label={sectionLabels[section].label}
        hint={sectionLabels[section].hint}
        checked={!sectionsOff.includes(section)}
        onChange={(isOn) => turn(section, isOn)}
      />
      {tools}
    </li>
  )
  return (
    <Card title="Sections">
      <p className="field-hint">
        When a section is off, its pages return “not found” for everyone, and nothing links to them. Its content is kept
        until you turn it on again.
      </p>
      <ul ref={list} className="section-rows">
        {ordered.map((section, place) =>
          row(
            section,
            <span className="section-tools">
              <IconButton
                icon="chevron-up"
                label={`Move ${sectionLabels[section].label} up`}
                disabled={place === 0}
                onClick={() => move(section, -1)}
              />
              <IconButton
                icon="chevron-down"
                label={`Move ${sectionLabels[section].label} down`}
                disabled={place === ordered.length - 1}
                onClick={() => move(section, 1)}
              />
            </span>,
          ),
        )}
        {unordered.map((section) => row(section))}
      </ul>
    </Card>
  )
}

/** Returns whether the sections are in their default order. */
const isDefault = (sorted: readonly Section[]): boolean =>
  JSON.stringify(sorted) ===
  JSON.stringify(orderedSections([]).filter((section) => !sectionLabels[section].isUnordered))
