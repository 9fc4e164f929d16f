import './code.css'
import './link-card.css'
import './prose.css'
import { type ComponentPropsWithoutRef, useEffect, useMemo, useRef } from 'react'
import { addCopyButtons } from './code-copy.ts'
import { trustedHtml } from './trusted-html.ts'

interface ProseProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Sanitised by the server. */
  html: string
}

/** Text that a person wrote in markdown, rendered. */
export function Prose({ html, className, ...rest }: ProseProps) {
  const trusted = useMemo(() => trustedHtml(html), [html])
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => (html === '' ? undefined : addCopyButtons(text.current!)), [html])
  return (
    <div
      dir="auto"
      {...rest}
      ref={text}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  )
}
