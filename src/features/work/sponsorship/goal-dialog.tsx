import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { WritingDialog, type WritingForm } from '#ui/writing-dialog.tsx'
import { FormFault } from './form-fault.tsx'
import { createSponsorGoal, GoalForm, type SponsorGoal, updateSponsorGoal } from './sponsor-goals.contract.ts'
import { type Notice, useSponsorshipForm } from './sponsorship-form.hooks.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  /** The goal to change; null makes one. */
  goal: SponsorGoal | null
  onClose: () => void
  /** What came of it, to be told. The dialog is closed by its owner when it went well. */
  onSaved: (notice: Notice) => void
  onFailed: (notice: Notice) => void
}

export const GoalDialog = ({ onClose, ...props }: Props) => (
  <WritingDialog title={props.goal ? 'Edit Goal' : 'Create Goal'} onClose={onClose}>
    {(form) => <GoalFields {...props} {...form} />}
  </WritingDialog>
)

const failure = 'There was a problem saving the sponsorship goal. Please try again.'

function GoalFields({ goal, onSaved, onFailed, onChange, onCancel }: Omit<Props, 'onClose'> & WritingForm) {
  const call = useSponsorshipCall()
  const { onSubmit, faults, isPending } = useSponsorshipForm(GoalForm, failure, {
    tell: onFailed,
    save: async (values) => {
      const { title } = await (goal
        ? call(updateSponsorGoal, { params: { id: goal.id }, body: values })
        : call(createSponsorGoal, { body: values }))
      onSaved({ title: goal ? 'Goal Updated' : 'Goal Created', description: title })
    },
  })
  return (
    <form className="form" noValidate onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
      <TextInput
        label="Goal Title"
        name="title"
        defaultValue={goal?.title}
        maxLength={100}
        required
        error={faults['title']}
        dir="auto"
      />
      <div className="form-row">
        <TextInput
          label="Monthly Goal Amount ($)"
          name="amount"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          defaultValue={goal?.amount ?? ''}
          required
          error={faults['amount']}
        />
        <TextInput
          label="Reached so far ($)"
          name="ownCurrent"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          hint="Left empty, what your sponsors give is counted"
          defaultValue={goal?.ownCurrent ?? ''}
          error={faults['ownCurrent']}
        />
      </div>
      <TextArea
        label="Description"
        name="description"
        rows={3}
        defaultValue={goal?.description}
        error={faults['description']}
        dir="auto"
      />
      <FormFault fault={faults['form']} />
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving...' : goal ? 'Update Goal' : 'Create Goal'}
        </Button>
      </div>
    </form>
  )
}
