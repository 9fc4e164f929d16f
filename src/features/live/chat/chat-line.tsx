import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Time } from '#ui/time.tsx'
import { type ChatMessage, translatedName } from './chat.contract.ts'
import type { ModeratorAct } from './chat-moderation.hooks.ts'

interface ChatLineProps {
  message: ChatMessage
  /** Adds a menu for moderators. */
  onModerate?: ((act: ModeratorAct) => void) | undefined
  /** Replaces the relative time. */
  time?: ReactNode
}

/** A message with its author. */
export function ChatLine({ message, onModerate, time }: ChatLineProps) {
  const { username, user, isBroadcaster, timestamp } = message
  const name = user ? username : translatedName(username)
  return (
    <div className="chat-line" data-broadcaster={isBroadcaster || undefined}>
      <div className="chat-line-body">
        <p className="chat-line-head">
          <bdi className="chat-line-name">{name}</bdi>
          {isBroadcaster && <Badge color="rose">{t('Broadcaster')}</Badge>}
          {user && !isBroadcaster && <Badge color="teal">{t('Member')}</Badge>}
          {time ? <span className="chat-line-time">{time}</span> : <Time className="chat-line-time" iso={timestamp} />}
        </p>
        <p className="chat-line-text" dir="auto">
          {user ? <Linked text={message.message} /> : message.message}
        </p>
      </div>
      {onModerate && (
        <Menu label={t('Moderate the message by {name}', { name })}>
          <MenuItem icon="trash-2" onSelect={() => onModerate('delete')}>
            {t('Delete message')}
          </MenuItem>
          {!isBroadcaster && (
            <>
              <MenuItem icon="clock" onSelect={() => onModerate('timeOut')}>
                {t('Time out for 5 minutes')}
              </MenuItem>
              <MenuItem icon="ban" isDanger onSelect={() => onModerate('ban')}>
                {t('Ban...')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </div>
  )
}

const urlPattern = /(https?:\/\/[^\s<>"']+)/

/** Links URLs in members' messages, but not in messages from anonymous visitors. */
function Linked({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [index, part] of text.split(urlPattern).entries()) {
    at += part.length
    if (index % 2 === 0) parts.push(part)
    else
      parts.push(
        <a key={at} className="link" href={part} target="_blank" rel="ugc nofollow noopener noreferrer">
          {part}
        </a>,
      )
  }
  return parts
}
