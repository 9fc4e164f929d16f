import { type ReactNode, useState } from 'react'
import type { SaveStatus } from '#features/writing/autosave/autosave-state.hooks.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

interface Props {
  heading: string
  /** The save status; null if there is none. */
  status: SaveStatus | null
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
function Status({ status }: { status: SaveStatus | null }) {
  const text = status?.text
  const [announced, setAnnounced] = useState(text)
  if (status?.state !== 'saving' && text !== announced) setAnnounced(text)
  return (
    <>
      <span className="article-status" data-state={status?.state ?? 'saved'} aria-hidden="true">
        {status && <Icon name={icons[status.state]} />}
        {text}
      </span>
      <output className="visually-hidden">{announced}</output>
    </>
  )
}

const icons: Record<SaveStatus['state'], IconName> = {
  saved: 'check',
  saving: 'loader-circle',
  offline: 'wifi-off',
  unsaved: 'circle-alert',
}
