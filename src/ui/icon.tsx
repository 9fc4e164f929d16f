import './icon.css'
import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?no-inline'

interface IconProps {
  name: IconName
  className?: string
}

/** An icon from the sprite, as large as the text around it. Decorative: the adjacent text conveys the meaning. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
