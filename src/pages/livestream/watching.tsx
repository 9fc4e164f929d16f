import { type ReactNode, useState } from 'react'
import { t } from '#messages/messages.ts'
import { useFullscreen } from '#features/live/player/fullscreen.hooks.ts'
import { showToast } from '#ui/toasts.ts'

/** Returns the player area's element and its full-screen state. */
export function useStage() {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const fullscreen = useFullscreen(stage, () => showToast({ title: t('Fullscreen failed'), variant: 'error' }))
  return { setStage, fullscreen }
}

interface WatchingProps {
  of: { title: string; description: string }
  /** The URL and the publication time, for microformats parsers. */
  address: string
  publishedAt: string
  stage: ReactNode
  facts: ReactNode
  chat: ReactNode
  children: ReactNode
}

/** The layout of a livestream or recording: player, details, chat, and related content. */
export const Watching = ({
  of: { title, description },
  address,
  publishedAt,
  stage,
  facts,
  chat,
  children,
}: WatchingProps) => (
  <article className="watching h-entry">
    {stage}
    <header className="watching-head">
      <h1 className="p-name" dir="auto">
        {title}
      </h1>
      <data className="u-url u-uid" value={address} />
      <data className="dt-published" value={publishedAt} />
      <div className="watching-facts">{facts}</div>
    </header>
    {chat}
    <div className="watching-more">
      {description !== '' && (
        <p className="watching-text p-summary" dir="auto">
          {description}
        </p>
      )}
      {children}
    </div>
  </article>
)
