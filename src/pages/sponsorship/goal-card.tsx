import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import { GoalDialog } from '#features/work/sponsorship/goal-dialog.tsx'
import { GoalProgress } from '#features/work/sponsorship/goal-progress.tsx'
import { removal } from '#features/work/sponsorship/item-dialog.tsx'
import { deleteSponsorGoal, type SponsorGoal } from '#features/work/sponsorship/sponsor-goals.contract.ts'
import { useOwnGoal, useSponsorshipCall } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'

/** The member's goal. Source: docs/product.md, Sponsorship */
export function GoalCard() {
  const query = useOwnGoal()
  const mayPublish = useMayPublish()
  const [isEditing, setEditing] = useState(false)
  return (
    <Card
      title={t('Monthly Sponsorship Goal')}
      action={
        query.data === null && (
          <Button size="s" icon="plus" className="for-writers" onClick={() => setEditing(true)}>
            {t('Create Goal')}
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        loading={<Skeletons count={1} label={t('Loading your goal')} />}
        failed={t('Your goal failed to load')}
      >
        {(goal) =>
          goal ? (
            <Goal goal={goal} onEdit={() => setEditing(true)} />
          ) : (
            <p className="sponsorship-goal-text">
              {mayPublish
                ? t('You have no goal yet. A goal shows visitors what their support makes possible.')
                : t('You have no goal.')}
            </p>
          )
        }
      </Loaded>
      {isEditing && <GoalDialog goal={query.data ?? null} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function Goal({ goal, onEdit }: { goal: SponsorGoal; onEdit: () => void }) {
  const { id, title, description } = goal
  const call = useSponsorshipCall()
  return (
    <>
      <h3 className="sponsorship-goal-title" dir="auto">
        {title}
      </h3>
      <GoalProgress goal={goal} />
      {description && (
        <p className="sponsorship-goal-text" dir="auto">
          {description}
        </p>
      )}
      <div className="row">
        <Button size="s" icon="pencil" className="for-writers" onClick={onEdit}>
          {t('Edit Goal')}
        </Button>
        <ConfirmButton
          size="s"
          icon="trash-2"
          confirm={{
            title: t('Delete Goal'),
            description: rich('Are you sure you want to delete the goal “{title}”? Your tiers and sponsors are kept.', {
              title: <bdi>{title}</bdi>,
            }),
            confirmLabel: t('Delete'),
            action: () => call(deleteSponsorGoal, { params: { id } }),
            ...removal(
              title,
              t('Goal Deleted'),
              t('There was a problem deleting the sponsorship goal. Please try again.'),
            ),
          }}
        >
          {t('Delete Goal')}
        </ConfirmButton>
      </div>
    </>
  )
}
