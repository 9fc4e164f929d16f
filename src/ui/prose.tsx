import './code.css'
import './prose.css'
import { type ComponentPropsWithoutRef, useMemo } from 'react'
import { trustedHtml } from './trusted-html.ts'

interface ProseProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Sanitised by the server. */
  html: string
}

/** Text that a person wrote in markdown, rendered. */
export function Prose({ html, className, ...rest }: ProseProps) {
  const trusted = useMemo(() => trustedHtml(html), [html])
  return (
    <div
      dir="auto"
      {...rest}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  )
}
