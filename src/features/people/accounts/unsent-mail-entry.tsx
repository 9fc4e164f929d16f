import './unsent-mail-entry.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import type { UnsentMail } from './unsent-mails.contract.ts'

interface Props {
  mail: UnsentMail
  isBusy: boolean
  onMakeLink: (username: string) => void
}

/** An email that could not be sent. Administrators create password reset links here. */
export function UnsentMailEntry({ mail, isBusy, onMakeLink }: Props) {
  const { id, recipient, subject, body, createdAt, isReset, member, handledAt, handledBy } = mail
  const isOpen = isReset && handledAt === null
  return (
    <article className="unsent-mail" aria-labelledby={`mail-${id}`}>
      <div className="unsent-mail-text">
        <h2 className="unsent-mail-subject" id={`mail-${id}`}>
          {isReset && member ? <Requester username={member.username} /> : subject}
        </h2>
        <p className="meta">
          {recipient} · <Time iso={createdAt} />
        </p>
        {!isReset && <p className="unsent-mail-body">{body}</p>}
        {isOpen && member?.role === 'admin' && (
          <p className="unsent-mail-note">
            {rich('You can’t create a link for an administrator. Reset the password on the server: {command}', {
              command: <code>npm run devstead -- member reset-password {member.username}</code>,
            })}
          </p>
        )}
        {handledAt && (
          <p className="unsent-mail-note">
            {handledBy ? t('@{handledBy} created a link', { handledBy }) : t('A link was created')} ·{' '}
            <Time iso={handledAt} />
          </p>
        )}
      </div>
      {isOpen && member && member.role !== 'admin' && (
        <Button
          size="s"
          icon="link"
          busy={isBusy}
          aria-label={t('Create link for @{username}', { username: member.username })}
          onClick={() => onMakeLink(member.username)}
        >
          {t('Create link')}
        </Button>
      )}
    </article>
  )
}

const Requester = ({ username }: { username: string }) =>
  rich('<link>@{username}</link> requested a password reset', {
    username,
    link: (text) => (
      <Link className="link" href={profileAddress.href({ username })}>
        {text}
      </Link>
    ),
  })
