import { useState } from 'react'
import { GoalDialog } from '#features/sponsorship/goal-dialog.tsx'
import { GoalProgress } from '#features/sponsorship/goal-progress.tsx'
import { useOwnGoal } from '#features/sponsorship/sponsorship.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { PartFailed } from './part-failed.tsx'
import { tellFailure, tellSuccess } from './tell.ts'

/** The member's goal. Source: spec §2, Monthly Sponsorship Goal */
export function GoalCard() {
  const { data: goal, error, refetch } = useOwnGoal()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Card
      title="Monthly Sponsorship Goal"
      action={
        goal !== undefined && (
          <Button size="s" icon={goal ? 'pencil' : 'plus'} onClick={() => setOpen(true)}>
            {goal ? 'Edit Goal' : 'Create Goal'}
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
      <GoalDialog
        isOpen={isOpen}
        goal={goal ?? null}
        onClose={close}
        onFailed={tellFailure}
        onSaved={(notice) => {
          close()
          tellSuccess(notice)
        }}
      />
    </Card>
  )
}
