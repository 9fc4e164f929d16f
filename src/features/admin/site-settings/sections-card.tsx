import { t } from '#messages/messages.ts'
import { Card } from '#ui/card.tsx'
import { OrderedSwitches } from './ordered-switches.tsx'
import { sectionLabels } from './section-labels.contract.ts'
import { orderedSections } from './section-order.contract.ts'
import { feedIsHomeMessage } from './site-settings.contract.ts'
import type { CardProps } from './settings-draft.hooks.ts'

const labels = sectionLabels()

/** The sections of the site, each of which can be turned off, in the order of the navigation. */
export function SectionsCard({ draft: { home, sectionsOff, sectionOrder }, faults, change }: CardProps) {
  const all = orderedSections(sectionOrder)
  const needsFeed = home.kind === 'feed' && !sectionsOff.includes('feed')
  return (
    <Card title={t('Sections')}>
      <p className="field-hint">
        {t(
          'When a section is off, its pages return “not found” for everyone, and nothing links to them. Its content is kept until you turn it on again.',
        )}
      </p>
      {faults['sectionsOff'] && <p className="field-error">{faults['sectionsOff']}</p>}
      <OrderedSwitches
        names={all.filter((section) => !labels[section].isUnordered)}
        unordered={all.filter((section) => labels[section].isUnordered)}
        labels={labels}
        locked={needsFeed ? lockedFeed : undefined}
        isOn={(section) => !sectionsOff.includes(section)}
        onTurn={(section, isOn) =>
          change({ sectionsOff: isOn ? sectionsOff.filter((one) => one !== section) : [...sectionsOff, section] })
        }
        onMove={(sorted) => change({ sectionOrder: isDefault(sorted) ? [] : sorted })}
      />
    </Card>
  )
}

const lockedFeed = { feed: feedIsHomeMessage() }

/** Returns whether the sections are in their default order. */
const isDefault = (sorted: readonly string[]): boolean =>
  JSON.stringify(sorted) === JSON.stringify(orderedSections([]).filter((section) => !labels[section].isUnordered))
