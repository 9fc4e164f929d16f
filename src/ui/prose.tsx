import './code.css'
import './prose.css'
import type { ComponentPropsWithoutRef } from 'react'

interface ProseProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Sanitised by the server. */
  html: string
}

/** Text that a person wrote in markdown, rendered. */
export function Prose({ html, className, ...rest }: ProseProps) {
  return (
    <div {...rest} className={className ? `prose ${className}` : 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
