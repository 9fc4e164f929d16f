import './suspended-entry.css'
import { useState } from 'react'
import { handleOf } from '#features/people/profiles/deleted.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Time } from '#ui/time.tsx'
import { useLiftWithNotice } from './suspension-notice.tsx'
import type { Suspension } from './suspensions.contract.ts'

/** A suspended member in the list of them, which is the only place where they are found. */
export function SuspendedEntry({ suspension }: { suspension: Suspension }) {
  const { member, reason, suspendedBy, suspendedAt } = suspension
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const lift = useLiftWithNotice()
  async function confirm() {
    setBusy(true)
    await lift(member)
    setBusy(false)
    setAsking(false)
  }
  return (
    <article className="suspended" aria-label={`@${member.username}`}>
      <Avatar name={member.displayName} image={member.profileImage} />
      <div className="suspended-text">
        <h2 className="suspended-name" dir="auto">
          {member.displayName}
        </h2>
        <p className="meta">
          @{member.username} · suspended {suspendedBy && `by ${handleOf(suspendedBy)} `}· <Time iso={suspendedAt} />
        </p>
        <p className="suspended-reason" dir="auto">
          {reason}
        </p>
      </div>
      <Button
        size="s"
        icon="undo-2"
        onClick={() => setAsking(true)}
        aria-label={`Lift suspension of @${member.username}`}
      >
        Lift suspension
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Lift the suspension of @${member.username}?`}
        description="Their profile and their posts are shown again at once, and they can sign in."
        confirmLabel="Lift suspension"
        isDanger={false}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </article>
  )
}
