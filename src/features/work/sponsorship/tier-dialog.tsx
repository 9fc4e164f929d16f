import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { WritingDialog, type WritingForm } from '#ui/writing-dialog.tsx'
import { FormFault } from './form-fault.tsx'
import { dollarsText } from './money.contract.ts'
import { createSponsorTier, type SponsorTier, TierForm, updateSponsorTier } from './sponsor-tiers.contract.ts'
import { type Notice, useSponsorshipForm } from './sponsorship-form.hooks.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  /** The tier to change; null makes a new one. */
  tier: SponsorTier | null
  onClose: () => void
  /** What came of it, to be told. The dialog is closed by its owner when it went well. */
  onSaved: (notice: Notice) => void
  onFailed: (notice: Notice) => void
}

export const TierDialog = ({ onClose, ...props }: Props) => (
  <WritingDialog title={props.tier ? 'Edit Tier' : 'Create Tier'} onClose={onClose}>
    {(form) => <TierFields {...props} {...form} />}
  </WritingDialog>
)

const failure = 'There was a problem saving the sponsorship tier. Please try again.'

function TierFields({ tier, onSaved, onFailed, onChange, onCancel }: Omit<Props, 'onClose'> & WritingForm) {
  const call = useSponsorshipCall()
  const { onSubmit, faults, isPending } = useSponsorshipForm(TierForm, failure, {
    tell: onFailed,
    save: async (values) => {
      const { name } = await (tier
        ? call(updateSponsorTier, { params: { id: tier.id }, body: values })
        : call(createSponsorTier, { body: values }))
      onSaved({ title: tier ? 'Tier Updated' : 'Tier Created', description: name })
    },
  })
  return (
    <form className="form" noValidate onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
      <div className="form-row">
        <TextInput
          label="Tier Name"
          name="name"
          defaultValue={tier?.name}
          maxLength={100}
          required
          error={faults['name']}
          dir="auto"
        />
        <TextInput
          label="Monthly Amount ($)"
          name="amount"
          type="number"
          inputMode="decimal"
          min={1}
          step={0.01}
          defaultValue={tier ? dollarsText(tier.amount) : ''}
          required
          error={faults['amount']}
        />
      </div>
      <TextArea
        label="Description"
        name="description"
        rows={3}
        defaultValue={tier?.description}
        error={faults['description']}
        dir="auto"
      />
      <TextArea
        label="Benefits"
        name="benefits"
        hint="One per line"
        rows={4}
        defaultValue={tier?.benefits.join('\n')}
        error={faults['benefits']}
        dir="auto"
      />
      <FormFault fault={faults['form']} />
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving...' : tier ? 'Update Tier' : 'Create Tier'}
        </Button>
      </div>
    </form>
  )
}
