import './icon.css'
import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?no-inline'

interface IconProps {
  name: IconName
  className?: string
}

/** A picture from the sprite, as large as the text around it. Decoration: the words stand beside it. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
