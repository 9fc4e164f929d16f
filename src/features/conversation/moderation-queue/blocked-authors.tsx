import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { useBlocks, useUnblock } from './moderation-queue.hooks.ts'

/** Whom one has blocked, and the way back. */
export function BlockedAuthors() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useBlocks(isOpen)
  const { mutate } = useUnblock()
  return (
    <details className="blocked-authors" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Blocked</summary>
      {data?.blocks.length === 0 && <p className="meta">Nobody is blocked.</p>}
      <ul className="entries">
        {data?.blocks.map(({ id, label }) => (
          <li key={id} className="row blocked-author">
            <bdi>{label}</bdi>
            <Button size="s" className="push" aria-label={`Unblock ${label}`} onClick={() => mutate(id, { onError })}>
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const onError = (reason: unknown) =>
  void showToast({ title: 'Error', description: messageOf(reason, 'Please try again.'), variant: 'error' })
