import './tag-links.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { tagPath } from '#schemas/tag-paths.contract.ts'

interface Props {
  names: string[]
  label?: string
  /** Maximum number to show. */
  most?: number
}

/** The tags of a post, linked to their pages. Renders nothing if there are none. */
export function TagLinks({ names, label = t('Tags'), most = names.length }: Props) {
  if (names.length === 0) return null
  return (
    <ul className="tag-links" aria-label={label}>
      {names.slice(0, most).map((name) => (
        <li key={name} dir="auto">
          <Link href={tagPath(name)}>
            #<span className="p-category">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
