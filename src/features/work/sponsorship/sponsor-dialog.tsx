import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Switch, TextInput } from '#ui/field.tsx'
import { WritingDialog, type WritingForm } from '#ui/writing-dialog.tsx'
import { FormFault } from './form-fault.tsx'
import { dollarsText } from './money.contract.ts'
import { createSponsor, type OwnSponsor, SponsorForm, updateSponsor } from './sponsors.contract.ts'
import { type Notice, useSponsorshipForm } from './sponsorship-form.hooks.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  /** Whom to change; null adds one. */
  sponsor: OwnSponsor | null
  onClose: () => void
  /** What came of it, to be told. The dialog is closed by its owner when it went well. */
  onSaved: (notice: Notice) => void
  onFailed: (notice: Notice) => void
}

export const SponsorDialog = ({ onClose, ...props }: Props) => (
  <WritingDialog title={props.sponsor ? 'Edit Sponsor' : 'Add Sponsor'} onClose={onClose}>
    {(form) => <SponsorFields {...props} {...form} />}
  </WritingDialog>
)

const failure = 'There was a problem saving the sponsor. Please try again.'

function SponsorFields({ sponsor, onSaved, onFailed, onChange, onCancel }: Omit<Props, 'onClose'> & WritingForm) {
  const call = useSponsorshipCall()
  const [isPrivate, setPrivate] = useState(sponsor?.isPrivate ?? false)
  const { onSubmit, faults, isPending } = useSponsorshipForm(SponsorForm, failure, {
    tell: onFailed,
    save: async (values) => {
      const { displayName } = await (sponsor
        ? call(updateSponsor, { params: { id: sponsor.id }, body: values })
        : call(createSponsor, { body: values }))
      onSaved({ title: sponsor ? 'Sponsor Updated' : 'Sponsor Added', description: displayName })
    },
  })
  const named = sponsor?.isPrivate ? null : sponsor
  return (
    <form className="form" noValidate onSubmit={(event) => void onSubmit(event)} onInput={onChange}>
      <Switch
        label="Stays private"
        hint="Counted and never named: no name is kept"
        name="isPrivate"
        checked={isPrivate}
        onChange={(checked) => {
          setPrivate(checked)
          onChange()
        }}
      />
      <div className="form" hidden={isPrivate}>
        <div className="form-row">
          <TextInput
            label="Name"
            name="displayName"
            defaultValue={named?.displayName}
            maxLength={100}
            error={faults['displayName']}
            dir="auto"
          />
          <TextInput
            label="Username"
            name="username"
            defaultValue={named?.username}
            maxLength={100}
            autoCapitalize="off"
            error={faults['username']}
          />
        </div>
        <TextInput
          label="Link"
          name="profileUrl"
          type="url"
          placeholder="https://"
          defaultValue={named?.profileUrl ?? ''}
          error={faults['profileUrl']}
        />
        <TextInput
          label="Address of a picture"
          name="profileImage"
          type="url"
          placeholder="https://"
          defaultValue={named?.profileImage ?? ''}
          error={faults['profileImage']}
        />
      </div>
      <div className="form-row">
        <TextInput
          label="Monthly amount ($)"
          name="amount"
          type="number"
          inputMode="decimal"
          min={1}
          step={0.01}
          defaultValue={sponsor?.amount ? dollarsText(sponsor.amount) : ''}
          error={faults['amount']}
        />
        <TextInput
          label="Since"
          name="since"
          type="month"
          placeholder="2026-01"
          defaultValue={sponsor?.since ?? ''}
          error={faults['since']}
        />
      </div>
      <FormFault fault={faults['form']} />
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving...' : sponsor ? 'Update Sponsor' : 'Add Sponsor'}
        </Button>
      </div>
    </form>
  )
}
