import './technology-badges.css'
import { Link } from 'wouter'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import { projectsAddress } from './project-addresses.contract.ts'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'

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
          {rich('+{count}<hidden> more: {list}</hidden>', {
            count: rest.length,
            list: rest.join(', '),
            hidden: visuallyHidden,
          })}
        </li>
      )}
    </ul>
  )
}
