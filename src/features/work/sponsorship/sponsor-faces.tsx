import { t } from '#messages/messages.ts'
import './sponsor-faces.css'
import { Avatar } from '#ui/avatar.tsx'
import { grouped } from './money.contract.ts'
import type { Sponsor } from './sponsors.contract.ts'

interface Props {
  sponsors: Sponsor[]
  /** Number of sponsors, including private ones. */
  total: number
  max: number
  size?: 's' | 'm'
}

/** Avatars of some sponsors, with links, and the number of remaining sponsors. */
export function SponsorFaces({ sponsors, total, max, size = 'm' }: Props) {
  const shown = sponsors.filter(({ isPrivate }) => !isPrivate).slice(0, max)
  const rest = grouped(total - shown.length)
  return (
    <ul className="sponsor-faces" data-size={size} aria-label={t('Sponsors')}>
      {shown.map((sponsor) => (
        <li key={sponsor.id}>
          <Face sponsor={sponsor} size={size} />
        </li>
      ))}
      {total > shown.length && (
        <li className="sponsor-faces-more">
          <span aria-hidden="true">+{rest}</span>
          <span className="visually-hidden">{t('and {rest} more', { rest })}</span>
        </li>
      )}
    </ul>
  )
}

function Face({ sponsor: { displayName, profileImage, profileUrl }, size }: { sponsor: Sponsor; size: 's' | 'm' }) {
  const face = <Avatar name={displayName} image={profileImage} size={size} labelled />
  if (profileUrl === null) return <span title={displayName}>{face}</span>
  return (
    <a href={profileUrl} rel="nofollow ugc noopener" title={displayName}>
      {face}
    </a>
  )
}
