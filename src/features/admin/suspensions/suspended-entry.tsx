import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './suspended-entry.css'
import { handleOf } from '#features/people/profiles/deleted.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Time } from '#ui/time.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'
import { liftFailure, liftSuccess } from './lift-suspension.tsx'
import { useLiftSuspension } from './suspensions.hooks.ts'
import type { Suspension } from './suspensions.contract.ts'

/** An entry in the list of suspended members. */
export function SuspendedEntry({ suspension }: { suspension: Suspension }) {
  const { member, reason, suspendedBy, suspendedAt } = suspension
  const lift = useLiftSuspension()
  return (
    <article className="suspended" aria-label={`@${member.username}`}>
      <Avatar name={member.displayName} image={member.profileImage} />
      <div className="suspended-text">
        <h2 className="suspended-name" dir="auto">
          {member.displayName}
        </h2>
        <p className="meta">
          @{member.username} ·{' '}
          {suspendedBy
            ? rich('suspended by {handle} · {when}', {
                handle: handleOf(suspendedBy),
                when: <Time iso={suspendedAt} />,
              })
            : rich('suspended · {when}', { when: <Time iso={suspendedAt} /> })}
        </p>
        <p className="suspended-reason" dir="auto">
          {reason}
        </p>
      </div>
      <ConfirmButton
        size="s"
        icon="undo-2"
        aria-label={t('Lift suspension of @{username}', { username: member.username })}
        confirm={{
          title: t('Lift the suspension of @{username}?', { username: member.username }),
          description: t(
            'Their profile and posts will be visible again immediately, and they will be able to sign in.',
          ),
          confirmLabel: t('Lift suspension'),
          isDanger: false,
          action: () => lift(member.id),
          success: liftSuccess(member),
          failure: liftFailure,
          onDone: focusContent,
        }}
      >
        {t('Lift suspension')}
      </ConfirmButton>
    </article>
  )
}
