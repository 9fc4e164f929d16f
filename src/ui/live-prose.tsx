import './code.css'
import './link-card.css'
import './prose.css'
import { useLayoutEffect, useRef } from 'react'
import { useContentLang } from './content-language.ts'
import { patchBlocks } from './patch-blocks.ts'

interface Props {
  /** Sanitized by the server. */
  html: string
}

/** Rendered Markdown that changes while it is shown. Blocks that stay the same keep their elements, because replacing a
 *  long text would block typing and reload its pictures. */
export function LiveProse({ html }: Props) {
  const lang = useContentLang()
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => patchBlocks(text.current!, html), [html])
  return <div className="prose" dir="auto" lang={lang} ref={text} />
}
