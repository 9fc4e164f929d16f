import { t } from '#messages/messages.ts'
import './chat.css'
import { clockText } from '#features/live/player/play-time.contract.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ChatLine } from './chat-line.tsx'
import { type ReplayedRecording, useChatReplay } from './chat-replay.hooks.ts'
import { useStickyEnd } from './chat-scroll.hooks.ts'

interface ChatReplayProps {
  recording: ReplayedRecording
  /** The position in the recording. */
  second: number
}

/** The chat of a recording, in sync with playback. */
export function ChatReplayPanel({ recording, second }: ChatReplayProps) {
  const { messages, isError } = useChatReplay(recording, second)
  const { list, onScroll, unseen, toEnd } = useStickyEnd(messages)
  return (
    <section className="chat" aria-label={t('Chat replay')}>
      <header className="chat-head">
        <h2>{t('Chat replay')}</h2>
      </header>
      <div className="chat-place">
        <div ref={list} className="chat-list" role="log" aria-label={t('Messages')} aria-live="off" onScroll={onScroll}>
          <div className="chat-lines">
            {messages.map((message) => (
              <ChatLine key={message.id} message={message} time={clockText(message.at)} />
            ))}
            {messages.length === 0 && (
              <p className="chat-none">
                <Icon name="message-circle" />
                {isError ? t('The chat failed to load.') : t('Messages appear as the recording plays.')}
              </p>
            )}
          </div>
        </div>
        {unseen > 0 && (
          <Button className="chat-unseen" size="s" variant="primary" onClick={toEnd}>
            {t('Jump to the current position')}
          </Button>
        )}
      </div>
      <noscript>
        <p className="chat-closed">{t('Enable JavaScript to see the chat next to the recording.')}</p>
      </noscript>
    </section>
  )
}
