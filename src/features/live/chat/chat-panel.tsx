import './chat.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmAction, showFailure } from '#web/action.tsx'
import { canModerateChat, type ChatMessage, translatedName } from './chat.contract.ts'
import { useChat } from './chat.hooks.ts'
import { ChatForm } from './chat-form.tsx'
import { ChatLine } from './chat-line.tsx'
import { type ModeratorAct, useModeration } from './chat-moderation.hooks.ts'
import { useStickyEnd } from './chat-scroll.hooks.ts'
import { ChatSettings } from './chat-settings.tsx'

interface ChatPanelProps {
  livestreamId: number
  /** Renders nothing while the chat is closed and has no messages, except for moderators. */
  hidesIfUnused?: boolean
}

/** A livestream's chat: its messages and the form for writing one. */
export function ChatPanel({ livestreamId, hidesIfUnused = false }: ChatPanelProps) {
  const chat = useChat(livestreamId)
  const viewer = useViewer()
  const { messages, room } = chat
  const isModerator = room !== undefined && canModerateChat(viewer, room.broadcasterId)
  const isUnused = messages.length === 0 && room?.isOpen !== true && !isModerator
  if (hidesIfUnused && isUnused) return null
  return <ShownChat livestreamId={livestreamId} chat={chat} isModerator={isModerator} />
}

interface ShownChatProps {
  livestreamId: number
  chat: ReturnType<typeof useChat>
  isModerator: boolean
}

function ShownChat({ livestreamId, chat, isModerator }: ShownChatProps) {
  const { messages, room, state, isCutOff, reload } = chat
  const { list, onScroll, unseen, isBusy, toEnd } = useStickyEnd(messages)
  const { mutateAsync } = useModeration(livestreamId)
  const [banning, setBanning] = useState<ChatMessage | null>(null)
  const toList = () => list.current?.focus({ preventScroll: true })

  async function moderate(messageId: number, act: 'delete' | 'timeOut') {
    try {
      await mutateAsync({ messageId, act })
      showToast({ title: act === 'delete' ? t('Message deleted') : t('Timed out for 5 minutes'), variant: 'success' })
      toList() // the focused message may have been deleted
    } catch (reason) {
      showFailure(reason, failure)
    }
  }
  const menuOf = (message: ChatMessage) => (act: ModeratorAct) =>
    act === 'ban' ? setBanning(message) : void moderate(message.id, act)

  return (
    <section className="chat" aria-label={t('Live chat')}>
      <header className="chat-head">
        <h2>{t('Live chat')}</h2>
        <output className="chat-lost">
          {isCutOff && state !== 'error' && (
            <>
              <Icon name="wifi-off" /> {t('Reconnecting...')}
            </>
          )}
        </output>
        {room && isModerator && <ChatSettings livestreamId={livestreamId} room={room} />}
      </header>
      <div className="chat-place">
        {/* Announces only additions, because relative times also change. */}
        <div
          ref={list}
          className="chat-list"
          role="log"
          aria-label={t('Messages')}
          aria-live={isBusy ? 'off' : 'polite'}
          aria-relevant="additions"
          onScroll={onScroll}
        >
          <div className="chat-lines">
            {messages.map((message) => (
              <ChatLine key={message.id} message={message} onModerate={isModerator ? menuOf(message) : undefined} />
            ))}
            {messages.length === 0 && <NoMessages state={state} isOpen={room?.isOpen ?? false} onRetry={reload} />}
          </div>
        </div>
        {unseen > 0 && (
          <Button
            className="chat-unseen"
            size="s"
            variant="primary"
            onClick={() => {
              toEnd()
              toList()
            }}
          >
            {t('{unseen, plural, one {# new message} other {# new messages}}', { unseen })}
          </Button>
        )}
      </div>
      <noscript>
        <p className="chat-closed">{t('Enable JavaScript to take part in the chat.')}</p>
      </noscript>
      {room && <ChatForm livestreamId={livestreamId} room={room} isModerator={isModerator} onSent={toEnd} />}
      <ConfirmAction
        isOpen={banning !== null}
        onClose={() => setBanning(null)}
        title={t('Ban {name}?', { name: translatedName(banning?.username ?? '') })}
        description={t('This deletes all their messages here, and they can no longer send messages in your chats.')}
        confirmLabel={t('Ban')}
        action={async () => banning && mutateAsync({ messageId: banning.id, act: 'ban' })}
        success={{ title: t('Banned'), variant: 'success' }}
        failure={failure}
        onDone={toList}
      />
    </section>
  )
}

interface NoMessagesProps {
  state: 'pending' | 'error' | 'success'
  isOpen: boolean
  onRetry: () => void
}

function NoMessages({ state, isOpen, onRetry }: NoMessagesProps) {
  if (state === 'pending') return <Skeletons count={3} label={t('Loading messages')} />
  if (state === 'success')
    return (
      <p className="chat-none">
        <Icon name="message-circle" />
        {isOpen ? t('No messages yet. Say hello.') : t('No messages.')}
      </p>
    )
  return (
    <div className="chat-none">
      <p>{t('The chat failed to load.')}</p>
      <Button size="s" icon="refresh-cw" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

const failure = t('That didn’t work. Try again.')
