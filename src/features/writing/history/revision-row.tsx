import './history.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { Time } from '#ui/time.tsx'
import type { RevisionEntry } from './history.contract.ts'
import { RevisionEditor } from './revision-editor.tsx'

interface Props {
  revision: RevisionEntry
  href: string
}

/** A row in the list of versions. */
export const RevisionRow = ({ revision, href }: Props) => (
  <li className="revision-row">
    <Link href={href} className="revision-row-link" aria-current={revision.isCurrent || undefined}>
      <span className="revision-row-number">{revision.number}</span>
      <span className="revision-row-what">
        <span className="revision-row-title" dir="auto">
          {revision.title ?? t('Version {number}', { number: revision.number })}
        </span>
        <span className="meta">
          <RevisionEditor editor={revision.editor} /> · <Time iso={revision.editedAt} as="exact" />
        </span>
      </span>
      {revision.isCurrent && <Badge color="green">{t('Current')}</Badge>}
    </Link>
  </li>
)
