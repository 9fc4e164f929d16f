import './code.css'
import './link-card.css'
import './prose.css'
import { type ComponentPropsWithoutRef, createContext, use, useEffect, useId, useMemo, useRef } from 'react'
import { addCopyButtons } from './code-copy.ts'
import { useContentLang } from './content-language.ts'
import { withEarlyPicture } from '#schemas/early-pictures.contract.ts'
import { trustedHtml } from './trusted-html.ts'

interface ProseProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Sanitized by the server. */
  html: string
}

/** On the server, collects the HTML that a page shows, keyed by its element's `data-html` attribute. */
export const ShownHtml = createContext<Map<string, string> | null>(null)

/** The number of texts that are likely to be visible when the page has loaded. */
const earlyTexts = 2

/** Rendered Markdown. Its language is marked if it differs from the page's. */
export function Prose({ html, className, lang, ...rest }: ProseProps) {
  const id = useId()
  const contentLang = useContentLang()
  const shown = use(ShownHtml)
  const isEarly = shown !== null && shown.size < earlyTexts
  shown?.set(html, id)
  const trusted = useMemo(() => trustedHtml(isEarly ? withEarlyPicture(html) : html), [html, isEarly])
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => (html === '' ? undefined : addCopyButtons(text.current!)), [html])
  return (
    <div
      dir="auto"
      {...rest}
      lang={lang ?? contentLang}
      data-html={id}
      ref={text}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  )
}
