import './code.css'
import './link-card.css'
import './prose.css'
import { type ComponentPropsWithoutRef, createContext, use, useEffect, useId, useMemo, useRef } from 'react'
import { addCopyButtons } from './code-copy.ts'
import { trustedHtml } from './trusted-html.ts'

interface ProseProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Sanitized by the server. */
  html: string
}

/** On the server, collects the HTML that a page shows, keyed by its element's `data-html` attribute. */
export const ShownHtml = createContext<Map<string, string> | null>(null)

/** Rendered Markdown. */
export function Prose({ html, className, ...rest }: ProseProps) {
  const id = useId()
  use(ShownHtml)?.set(html, id)
  const trusted = useMemo(() => trustedHtml(html), [html])
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => (html === '' ? undefined : addCopyButtons(text.current!)), [html])
  return (
    <div
      dir="auto"
      {...rest}
      data-html={id}
      ref={text}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  )
}
