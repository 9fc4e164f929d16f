import { type SubmitEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts.ts'
import {
  chatIsClosed,
  type ChatRoom,
  defaultName,
  lengthOf,
  maxMessageLength,
  messageTooLong,
  translatedName,
} from './chat.contract.ts'
import { storeChatName, useChatName } from './chat.hooks.ts'
import { useChatDraft } from './chat-draft.hooks.ts'
import { ChatNameDialog } from './chat-name-dialog.tsx'
import { useSending } from './chat-sending.hooks.ts'

interface ChatFormProps {
  livestreamId: number
  room: ChatRoom
  isModerator: boolean
  onSent: () => void
}

/** The counter appears when at most this many characters are left. */
const counterThreshold = 100

/** The form for writing a message. Text that could not be sent is kept, even after leaving the page. */
export function ChatForm({ livestreamId, room, isModerator, onSent }: ChatFormProps) {
  const viewer = useViewer()
  const name = useChatName()
  const field = useRef<HTMLInputElement>(null)
  const [isNaming, setNaming] = useState(false)
  const { text, change, sent } = useChatDraft(livestreamId)
  const { send, isPending, wait, refusedWhy, isMisnamed } = useSending(livestreamId, room)
  const username = viewer ? viewer.displayName : (name ?? defaultName)
  const left = maxMessageLength - lengthOf(text)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = text.trim()
    field.current?.focus()
    if (message === '' || isPending || wait > 0) return
    if (lengthOf(message) > maxMessageLength) {
      showToast({ title: t('Message too long'), description: messageTooLong(), variant: 'error' })
      return
    }
    const outcome = await send({ message, username: viewer ? defaultName : username })
    if (outcome === 'misnamed') setNaming(true)
    if (outcome !== 'sent') return
    sent(text)
    onSent()
  }

  if (!room.isOpen && !isModerator) return <p className="chat-closed">{chatIsClosed()}</p>
  return (
    <>
      <form className="chat-form" noValidate onSubmit={(event) => void onSubmit(event)}>
        {refusedWhy !== null && (
          <div className="chat-form-refusal">
            <Icon name="circle-alert" />
            <p role="alert">{refusedWhy}</p>
            {wait === 0 && (
              <Button type="submit" size="s">
                {t('Try again')}
              </Button>
            )}
          </div>
        )}
        <p className="chat-form-name">
          {rich('Chatting as {name}', { name: <bdi>{translatedName(username)}</bdi> })}
          {!viewer && (
            <IconButton
              icon="pencil"
              label={t('Change your chat name')}
              size="s"
              className="for-visitors"
              onClick={() => setNaming(true)}
            />
          )}
          {room.slowModeSeconds > 0 && !isModerator && (
            <span className="chat-form-slow">{t('Slow mode: {wait}', { wait: waitText(room.slowModeSeconds) })}</span>
          )}
        </p>
        <div className="chat-form-row">
          <input
            ref={field}
            className="control"
            aria-label={t('Message')}
            placeholder={t('Say something...')}
            autoComplete="off"
            enterKeyHint="send"
            dir="auto"
            value={text}
            maxLength={maxCodeUnits(text)}
            onPaste={({ currentTarget, clipboardData }) => {
              currentTarget.maxLength = maxCodeUnits(text + clipboardData.getData('text'))
            }}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {wait > 0 ? (
            <Button
              type="submit"
              variant="primary"
              aria-disabled
              aria-label={t('{wait, plural, one {Send in # second} other {Send in # seconds}}', { wait })}
            >
              <span className="chat-form-wait">{wait}</span>
            </Button>
          ) : (
            <Button type="submit" variant="primary" icon="send" busy={isPending} aria-label={t('Send')} />
          )}
        </div>
        {left <= counterThreshold && <output className="chat-form-left">{leftText(left)}</output>}
      </form>
      <ChatNameDialog
        name={username}
        isOpen={isNaming}
        fault={isMisnamed ? refusedWhy : null}
        onClose={() => setNaming(false)}
        onChange={storeChatName}
      />
    </>
  )
}

/** Browsers limit UTF-16 code units, but the limit here is in code points. */
const maxCodeUnits = (text: string) => maxMessageLength + text.length - lengthOf(text)
const leftText = (left: number) =>
  left < 0
    ? t('{count, plural, one {# character too many} other {# characters too many}}', { count: -left })
    : t('{left, plural, one {# character left} other {# characters left}}', { left })
const waitText = (seconds: number) =>
  seconds < 60 ? t('{seconds} s', { seconds }) : t('{minutes} min', { minutes: Math.round(seconds / 60) })
