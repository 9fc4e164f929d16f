import './technology-badges.css'
import { Link } from 'wouter'
import { projectsAddress } from './project-addresses.contract.ts'
import { t } from '#messages/messages.ts'

interface Props {
  technologies: string[]
  /** Maximum number of badges; the remaining technologies are shown as a count. */
  most?: number
}

/** A project's technologies, each linked to the projects that use it. */
export function TechnologyBadges({ technologies, most = technologies.length }: Props) {
  if (technologies.length === 0) return null
  const rest = technologies.slice(most)
  return (
    <ul className="technologies" aria-label={t('Technologies')}>
      {technologies.slice(0, most).map((technology) => (
        <li key={technology}>
          <Link href={projectsAddress.href({ technology })} className="badge p-category" dir="auto">
            {technology}
          </Link>
        </li>
      ))}
      {rest.length > 0 && (
        <li className="technologies-more" title={rest.join(', ')}>
          +{rest.length}
          <span className="visually-hidden"> more: {rest.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
