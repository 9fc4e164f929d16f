import './code.css'
import './link-card.css'
import './prose.css'
import { use, useLayoutEffect, useRef } from 'react'
import { locale } from '#messages/messages.ts'
import { ContentLanguage } from './prose.tsx'
import { patchBlocks } from './patch-blocks.ts'

interface Props {
  /** Sanitized by the server. */
  html: string
}

/** Rendered Markdown that changes while it is shown. Blocks that stay the same keep their elements, because replacing a
 *  long text would block typing and reload its pictures. */
export function LiveProse({ html }: Props) {
  const language = use(ContentLanguage)
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => patchBlocks(text.current!, html), [html])
  return <div className="prose" dir="auto" lang={language === locale() ? undefined : language} ref={text} />
}
