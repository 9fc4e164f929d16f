import { type ReactNode, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

interface Props {
  heading: string
  /** The save status; null if there is none. */
  status: string | null
  children: ReactNode
}

/** The bar above the article: heading, save status, and buttons. */
export const ArticleBar = ({ heading, status, children }: Props) => (
  <header className="article-bar">
    <div className="article-bar-state">
      <h1 className="article-bar-heading">{heading}</h1>
      <Status status={status} />
    </div>
    <div className="article-bar-actions">{children}</div>
  </header>
)

/** Shows every status, but announces only lasting ones to screen readers. */
function Status({ status }: { status: string | null }) {
  const [announced, setAnnounced] = useState(status)
  if (status !== saving && status !== announced) setAnnounced(status)
  return (
    <>
      <span className="article-status" data-state={stateOf(status)} aria-hidden="true">
        {status && <Icon name={icons[stateOf(status)]} />}
        {status}
      </span>
      <output className="visually-hidden">{announced}</output>
    </>
  )
}

const saving = t('Saving…')
type State = 'saved' | 'saving' | 'offline' | 'unsaved'
const icons: Record<State, IconName> = {
  saved: 'check',
  saving: 'loader-circle',
  offline: 'wifi-off',
  unsaved: 'circle-alert',
}

function stateOf(status: string | null): State {
  if (status === null || status === 'Saved') return 'saved'
  if (status === saving) return 'saving'
  return status.endsWith('offline') ? 'offline' : 'unsaved'
}
