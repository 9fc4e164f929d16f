import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#messages/messages.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextInput } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'
import { maxLinks } from './site-settings.contract.ts'

/** The links to other sites in the navigation. */
export function LinksCard({ draft: { links }, faults, change }: CardProps) {
  const list = useRef<HTMLUListElement>(null)
  const set = (index: number, part: Partial<(typeof links)[number]>) =>
    change({ links: links.map((link, at) => (at === index ? { ...link, ...part } : link)) })

  function add() {
    flushSync(() => change({ links: [...links, { label: '', url: '' }] }))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  return (
    <Card title={t('Links')}>
      <p className="field-hint">{t('Links to your other sites and accounts, shown to everyone in the navigation.')}</p>
      {links.length > 0 && (
        <ul ref={list} className="settings-links">
          {links.map(({ label, url }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- links have no identity, and the fields are controlled
            <li key={index} className="settings-link">
              <TextInput
                label={t('Text of link {number}', { number: index + 1 })}
                hideLabel
                placeholder="Mastodon"
                maxLength={40}
                autoComplete="off"
                value={label}
                error={faults[`links.${index}.label`]}
                onChange={(event) => set(index, { label: event.target.value })}
              />
              <TextInput
                label={t('URL of link {number}', { number: index + 1 })}
                hideLabel
                type="url"
                inputMode="url"
                placeholder="https://"
                maxLength={500}
                autoComplete="off"
                value={url}
                error={faults[`links.${index}.url`]}
                onChange={(event) => set(index, { url: event.target.value })}
              />
              <IconButton
                icon="trash-2"
                label={t('Remove link {number}', { number: index + 1 })}
                onClick={() => change({ links: links.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon="plus" disabled={links.length >= maxLinks} onClick={add}>
          {t('Add link')}
        </Button>
        {links.length >= maxLinks && <span className="field-hint">{t('At most {maxLinks} links.', { maxLinks })}</span>}
      </div>
    </Card>
  )
}
