import './blocked-authors.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { showFailure } from '#web/action.tsx'
import { useBlocks, useUnblock } from './moderation-queue.hooks.ts'

/** The list of blocked authors, with buttons to unblock them. */
export function BlockedAuthors() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useBlocks(isOpen)
  const { mutate } = useUnblock((reason) => showFailure(reason))
  return (
    <details className="blocked-authors" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Blocked authors')}</summary>
      {data?.blocks.length === 0 && <p className="meta">{t('You haven’t blocked anyone.')}</p>}
      <ul className="entries">
        {data?.blocks.map(({ id, label }) => (
          <li key={id} className="row blocked-author">
            <bdi>{label}</bdi>
            <Button size="s" className="push" aria-label={t('Unblock {label}', { label })} onClick={() => mutate(id)}>
              {t('Unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
