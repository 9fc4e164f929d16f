import { t } from '#messages/messages.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { createSponsorGoal, GoalForm, type SponsorGoal, updateSponsorGoal } from './sponsor-goals.contract.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  /** The goal to edit; null creates one. */
  goal: SponsorGoal | null
  onClose: () => void
}

const dollars = { type: 'number', inputMode: 'numeric', step: 1 } as const

export function GoalDialog({ goal, onClose }: Props) {
  const call = useSponsorshipCall()
  const texts = goal
    ? { title: t('Edit Goal'), submitLabel: t('Update Goal'), saved: t('Goal Updated') }
    : { title: t('Create Goal'), submitLabel: t('Create Goal'), saved: t('Goal Created') }
  return (
    <ItemDialog
      {...texts}
      schema={GoalForm}
      failure={t('There was a problem saving the sponsorship goal. Please try again.')}
      onClose={onClose}
      save={async (body) => {
        const saved = goal ? call(updateSponsorGoal, { params: goal, body }) : call(createSponsorGoal, { body })
        return (await saved).title
      }}
    >
      {(field) => (
        <>
          <TextInput label={t('Goal Title')} {...field('title', goal?.title)} maxLength={100} required dir="auto" />
          <div className="form-row">
            <TextInput
              label={t('Monthly Goal Amount ($)')}
              {...field('amount', goal?.amount)}
              {...dollars}
              min={1}
              required
            />
            <TextInput
              label={t('Raised so far ($)')}
              {...field('ownCurrent', goal?.ownCurrent)}
              {...dollars}
              min={0}
              hint={t('Leave empty to use the total from your sponsors')}
            />
          </div>
          <TextArea label={t('Description')} {...field('description', goal?.description)} rows={3} dir="auto" />
        </>
      )}
    </ItemDialog>
  )
}
