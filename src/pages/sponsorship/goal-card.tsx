import { useState } from 'react'
import { GoalDialog } from '#features/work/sponsorship/goal-dialog.tsx'
import { GoalProgress } from '#features/work/sponsorship/goal-progress.tsx'
import type { SponsorGoal } from '#features/work/sponsorship/sponsor-goals.contract.ts'
import { useDeleteGoal, useOwnGoal } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { PartFailed } from './part-failed.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { tellFailure, tellSuccess } from './tell.ts'

type Open = { dialog: 'edit' } | { dialog: 'delete'; goal: SponsorGoal } | null

/** The member's goal. Source: spec §2, Monthly Sponsorship Goal */
export function GoalCard() {
  const { data: goal, error, refetch } = useOwnGoal()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Card
      title="Monthly Sponsorship Goal"
      action={
        goal === null && (
          <Button size="s" icon="plus" onClick={() => setOpen({ dialog: 'edit' })}>
            Create Goal
          </Button>
        )
      }
    >
      {goal && (
        <>
          <h3 className="sponsorship-goal-title" dir="auto">
            {goal.title}
          </h3>
          <GoalProgress goal={goal} />
          {goal.description && (
            <p className="sponsorship-goal-text" dir="auto">
              {goal.description}
            </p>
          )}
          <div className="row">
            <Button size="s" icon="pencil" onClick={() => setOpen({ dialog: 'edit' })}>
              Edit Goal
            </Button>
            <Button size="s" icon="trash-2" onClick={() => setOpen({ dialog: 'delete', goal })}>
              Delete Goal
            </Button>
          </div>
        </>
      )}
      {goal === null && (
        <p className="sponsorship-goal-text">
          You have no goal yet. A goal tells your visitors what their support makes possible.
        </p>
      )}
      {goal === undefined && !error && <Skeletons count={1} label="Loading your goal" />}
      {goal === undefined && error && (
        <PartFailed title="Your goal could not be loaded" reason={error} onRetry={() => void refetch()} />
      )}
      {open?.dialog === 'edit' && (
        <GoalDialog
          goal={goal ?? null}
          onClose={close}
          onFailed={tellFailure}
          onSaved={(notice) => {
            close()
            tellSuccess(notice)
          }}
        />
      )}
      {open?.dialog === 'delete' && <DeleteGoal goal={open.goal} onClose={close} />}
    </Card>
  )
}

const DeleteGoal = ({ goal: { id, title }, onClose }: { goal: SponsorGoal; onClose: () => void }) => (
  <RemoveDialog
    title="Delete Goal"
    question={
      <>
        Are you sure you want to delete the goal “<bdi>{title}</bdi>”? Your tiers and sponsors stay.
      </>
    }
    confirmLabel="Delete"
    id={id}
    remove={useDeleteGoal()}
    done={{ title: 'Goal Deleted', description: title }}
    failure="There was a problem deleting the sponsorship goal. Please try again."
    onClose={onClose}
  />
)
