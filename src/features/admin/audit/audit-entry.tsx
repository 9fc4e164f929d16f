import './audit-entry.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { Time } from '#ui/time.tsx'
import type { AuditEntry } from './audit.contract.ts'

/** An entry in the audit log: what happened, who did it to whom, and when. */
export function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { id, text, subject, actor, target, details, requestId, recordedAt } = entry
  return (
    <article className="audit-entry" aria-labelledby={`audit-${id}`}>
      <h2 className="audit-entry-text" id={`audit-${id}`}>
        {text}
      </h2>
      <p className="meta audit-entry-time">
        <Time iso={recordedAt} as="exact" />
      </p>
      <p className="meta audit-entry-facts">
        <span>{rich('by {actor}', { actor: <Actor {...entry} /> })}</span>
        {subject && subject.id !== actor?.id && (
          <span>{rich('member {handle}', { handle: <Handle {...subject} /> })}</span>
        )}
        {target !== null && (
          <span>
            <Target target={target} />
          </span>
        )}
        {Object.entries(details).map(([name, value]) => (
          <span key={name}>
            {name}: {String(value)}
          </span>
        ))}
        {requestId !== null && (
          <span>{rich('request {id}', { id: <code className="audit-entry-request">{requestId}</code> })}</span>
        )}
      </p>
    </article>
  )
}

const others = {
  member: t('a deleted member'),
  visitor: t('someone who was not signed in'),
  operator: t('the command line'),
  site: t('the site'),
}

const Actor = ({ actor, actorKind }: AuditEntry) => (actor ? <Handle {...actor} /> : others[actorKind])

const Handle = ({ username }: PublicAuthor) => (
  <Link className="link" href={profileAddress.href({ username })} dir="auto">
    @{username}
  </Link>
)

/** Links to a path on this site, whose content may have been deleted since. */
const Target = ({ target }: { target: string }) =>
  /^\/(?!\/)/.test(target) ? (
    <a className="link" href={target}>
      {target}
    </a>
  ) : (
    target
  )
