import './message-entry.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { SpamDoubts } from '#features/conversation/comments/spam-doubts.tsx'
import { BlockMenu } from '#features/conversation/moderation-queue/block-menu.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmAction, useAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'
import { emailDomainOf } from '#schemas/email-domain.contract.ts'
import type { ContactMessage, MessageChange } from './contact-messages.contract.ts'
import { useMessageActions } from './contact-messages.hooks.ts'
import type { MessageFolder } from './message-folders.contract.ts'
import { mailProviders } from './mail-providers.contract.ts'
import { replyHref } from './reply-link.contract.ts'

const moved: Record<MessageFolder, string> = {
  inbox: t('Moved to the inbox'),
  archive: t('Message archived'),
  spam: t('Marked as spam'),
}

interface Props {
  message: ContactMessage
  /** For the subject of the reply. */
  siteName: string
}

/** Returns the ways to block the sender. Blocking a large mail provider would block too many other people. */
function blockChoicesOf({ id, email }: ContactMessage) {
  const domain = emailDomainOf(email)
  const sender = {
    label: t('Block {email}', { email }),
    block: { messageId: id, kind: 'email' as const },
    effect: t('New messages from this address will go to Spam.'),
  }
  const everyone = {
    label: t('Block everyone at {domain}', { domain }),
    block: { messageId: id, kind: 'domain' as const },
    effect: t('New messages from this domain, and comments and webmentions that link to it, will go to Spam.'),
  }
  return mailProviders.has(domain) ? [sender] : [sender, everyone]
}

/** A message to the site's owner, with its actions. Shows its content as plain text. */
export function MessageEntry({ message, siteName }: Props) {
  const { id, name, email, message: text, folder, isRead, doubts, createdAt } = message
  const { change, remove } = useMessageActions(message)
  const [isDeleting, setDeleting] = useState(false)
  const { run, isBusy } = useAction((part: MessageChange) => change(part), {
    title: t('Message not changed'),
    fallback: t('Please try again.'),
  })

  async function moveTo(next: MessageFolder) {
    if (!(await run({ folder: next, ...(next !== 'inbox' && { isRead: true }) }))) return
    const undo = { label: t('Undo'), onSelect: () => void run({ folder, isRead }) }
    showToast({ title: moved[next], variant: 'success', action: undo })
    focusContent()
  }

  return (
    <article className="message" aria-labelledby={`message-${id}`} data-unread={isRead ? undefined : true}>
      <p className="message-head">
        <strong id={`message-${id}`} dir="auto">
          {name}
        </strong>
        {!isRead && <Badge color="blue">{t('New')}</Badge>}
        <span className="meta">{email}</span>
        <Time iso={createdAt} className="meta" />
      </p>
      <p className="message-text" dir="auto">
        {text}
      </p>
      {folder !== 'spam' && <SpamDoubts doubts={doubts} />}
      <div className="message-actions">
        <ButtonLink
          size="s"
          variant="quiet"
          icon="reply"
          href={replyHref(message, siteName)}
          onClick={() => void (isRead || run({ isRead: true }))}
        >
          {t('Reply by email')}
        </ButtonLink>
        <Button size="s" variant="plain" icon="eye" busy={isBusy} onClick={() => void run({ isRead: !isRead })}>
          {isRead ? t('Mark as unread') : t('Mark as read')}
        </Button>
        {folder === 'inbox' ? (
          <Button size="s" variant="plain" icon="check" onClick={() => void moveTo('archive')}>
            {t('Archive')}
          </Button>
        ) : (
          <Button size="s" variant="plain" icon="inbox" onClick={() => void moveTo('inbox')}>
            {folder === 'spam' ? t('Not spam') : t('Move to inbox')}
          </Button>
        )}
        <BlockMenu name={name} choices={blockChoicesOf(message)} />
        <Menu label={t('More actions for the message from {name}', { name })}>
          {folder !== 'spam' && (
            <MenuItem icon="shield-alert" onSelect={() => void moveTo('spam')}>
              {t('Mark as spam')}
            </MenuItem>
          )}
          <MenuItem icon="trash-2" isDanger onSelect={() => setDeleting(true)}>
            {t('Delete')}
          </MenuItem>
        </Menu>
      </div>
      <ConfirmAction
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('Delete this message?')}
        description={t('The message from {name} will be deleted permanently.', { name })}
        confirmLabel={t('Delete message')}
        isDanger
        action={remove}
        success={{ title: t('Message deleted'), variant: 'success' }}
        onDone={focusContent}
      />
    </article>
  )
}
