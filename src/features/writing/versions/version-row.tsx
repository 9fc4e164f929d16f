import './versions.css'
import { Link } from 'wouter'
import { Badge } from '#ui/badge.tsx'
import { Time } from '#ui/time.tsx'
import type { VersionEntry } from './versions.contract.ts'
import { VersionEditor } from './version-editor.tsx'

interface Props {
  version: VersionEntry
  href: string
}

/** A version in the list of all. */
export const VersionRow = ({ version, href }: Props) => (
  <li className="version-row">
    <Link href={href} className="version-row-link" aria-current={version.isCurrent || undefined}>
      <span className="version-row-number">{version.number}</span>
      <span className="version-row-what">
        <span className="version-row-title" dir="auto">
          {version.title ?? `Version ${version.number}`}
        </span>
        <span className="meta">
          <VersionEditor editor={version.editor} /> · <Time iso={version.editedAt} as="exact" />
        </span>
      </span>
      {version.isCurrent && <Badge color="green">Current</Badge>}
    </Link>
  </li>
)
