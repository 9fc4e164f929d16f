import './tints.css'
import './avatar.css'
import { avatarAddress } from './avatar-address.ts'
import { initialsOf, tintOf } from '#schemas/initials.contract.ts'

interface AvatarProps {
  name: string
  image: string | null
  size?: 'xs' | 's' | 'm' | 'l' | 'xl'
  /** Uses the name as the accessible name. Otherwise the picture is decorative, because the name is visible next to
   *  it. */
  labelled?: boolean
  className?: string
}

/** A person's picture, or their initials on a background color derived from the name. */
export function Avatar({ name, image, size = 'm', labelled = false, className = '' }: AvatarProps) {
  const pixels = sizes[size]
  return (
    <span className={`avatar ${className}`} data-size={size} data-tint={image ? undefined : tintOf(name)}>
      {image ? (
        <img
          className="u-photo"
          src={avatarAddress(image, pixels)}
          alt={labelled ? name : ''}
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}>{initialsOf(name)}</span>
      )}
    </span>
  )
}

const sizes = { xs: 24, s: 32, m: 40, l: 64, xl: 96 }
