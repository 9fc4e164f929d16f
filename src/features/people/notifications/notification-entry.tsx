import './notification-entry.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { isOn } from '#features/discovery/site/site.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { Time } from '#ui/time.tsx'
import { hrefOf, sentenceParts } from './notification-words.contract.ts'
import type { Notification, NotificationKind } from './notifications.contract.ts'

const icons: Record<NotificationKind, IconName> = {
  follow: 'user-plus',
  like: 'heart',
  comment: 'message-square',
  mention: 'link',
  reply: 'reply',
  draft_comment: 'message-circle',
  guestbook_entry: 'book-open',
  guestbook_reply: 'reply',
  schedule_published: 'clock',
  schedule_failed: 'circle-alert',
  backup_failed: 'circle-alert',
  approval_needed: 'user-plus',
  contact_message: 'mail',
  admin_granted: 'shield',
  admin_revoked: 'shield',
  moderator_granted: 'shield',
  moderator_revoked: 'shield',
  ownership_granted: 'shield',
  ownership_lost: 'shield',
  publishing_granted: 'square-pen',
  publishing_revoked: 'book-open',
}

/** A notification that links to its subject. */
export function NotificationEntry({ entry }: { entry: Notification }) {
  const site = useSite()
  const href = hrefOf(entry, (section) => isOn(site, section))
  return (
    <li className="notification" data-unread={entry.isRead ? undefined : true}>
      <span className="notification-icon" data-kind={entry.kind}>
        <Icon name={icons[entry.kind]} />
      </span>
      <div className="notification-text">
        {entry.actors.length > 0 && (
          <span className="notification-actors">
            {entry.actors.map(({ name, username, profileImage }) => (
              <Avatar key={username ?? name} name={name} image={profileImage} size="s" />
            ))}
          </span>
        )}
        <p dir="auto">
          {href ? (
            <Link href={href} className="notification-link">
              <Sentence entry={entry} />
            </Link>
          ) : (
            <Sentence entry={entry} />
          )}
        </p>
        <p className="meta">
          {!entry.isRead && <span className="notification-new">{t('New (context: a notification)')}</span>}
          <Time iso={entry.updatedAt} />
        </p>
      </div>
    </li>
  )
}

const Sentence = ({ entry }: { entry: Notification }) =>
  sentenceParts(entry).map(({ text, role }) =>
    role === 'who' ? (
      <b key={role}>{text}</b>
    ) : role === 'what' ? (
      <span key={role} className="notification-what">
        {text}
      </span>
    ) : (
      text
    ),
  )
