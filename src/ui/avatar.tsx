import './tints.css'
import './avatar.css'

interface AvatarProps {
  name: string
  image: string | null
  size?: 'xs' | 's' | 'm' | 'l' | 'xl'
  /** Stands alone: named by the person. Otherwise it is decoration beside the name. */
  labelled?: boolean
  className?: string
}

/** A person's picture, or their initials on a tint that stays theirs. */
export function Avatar({ name, image, size = 'm', labelled = false, className = '' }: AvatarProps) {
  const pixels = sizes[size]
  return (
    <span className={`avatar ${className}`} data-size={size} data-tint={image ? undefined : tintOf(name)}>
      {image ? (
        <img
          className="u-photo"
          src={image}
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
const tints = ['teal', 'blue', 'amber', 'violet', 'rose', 'green']

/** First letter of the first and of the last word, upper case; one letter for a single word. Source: spec §3. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}

function tintOf(name: string): string {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return tints[sum % tints.length]!
}
