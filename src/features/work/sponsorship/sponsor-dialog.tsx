import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Switch, TextInput } from '#ui/field.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { amountField, dollarsText } from './money.contract.ts'
import { createSponsor, type OwnSponsor, sponsorName, updateSponsor } from './sponsors.contract.ts'
import { SponsorForm } from './sponsor-input.contract.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  /** The sponsor to edit; null adds one. */
  sponsor: OwnSponsor | null
  onClose: () => void
}

const address = { type: 'url', placeholder: 'https://' }

export function SponsorDialog({ sponsor, onClose }: Props) {
  const call = useSponsorshipCall()
  const [isPrivate, setPrivate] = useState(sponsor?.isPrivate ?? false)
  const named = sponsor?.isPrivate ? null : sponsor
  const texts = sponsor
    ? { title: t('Edit Sponsor'), submitLabel: t('Update Sponsor'), saved: t('Sponsor Updated') }
    : { title: t('Add Sponsor'), submitLabel: t('Add Sponsor'), saved: t('Sponsor Added') }
  return (
    <ItemDialog
      {...texts}
      schema={SponsorForm}
      failure={t('There was a problem saving the sponsor. Please try again.')}
      onClose={onClose}
      save={async (body) => {
        const saved = sponsor ? call(updateSponsor, { params: sponsor, body }) : call(createSponsor, { body })
        return sponsorName(await saved)
      }}
    >
      {(field, onChange) => (
        <>
          <Switch
            label={t('Private')}
            hint={t('Counted but never named. The name isn’t stored.')}
            name="isPrivate"
            checked={isPrivate}
            onChange={(checked) => {
              setPrivate(checked)
              onChange()
            }}
          />
          <div className="form" hidden={isPrivate}>
            <div className="form-row">
              <TextInput label={t('Name')} {...field('displayName', named?.displayName)} maxLength={100} dir="auto" />
              <TextInput
                label={t('Username')}
                {...field('username', named?.username)}
                maxLength={100}
                autoCapitalize="off"
              />
            </div>
            <TextInput label={t('Link')} {...field('profileUrl', named?.profileUrl)} {...address} />
            <TextInput label={t('Picture URL')} {...field('profileImage', named?.profileImage)} {...address} />
          </div>
          <div className="form-row">
            <TextInput
              label={t('Monthly amount ($)')}
              {...field('amount', sponsor?.amount ? dollarsText(sponsor.amount) : '')}
              {...amountField}
            />
            <TextInput label={t('Since')} {...field('since', sponsor?.since)} type="month" placeholder="2026-01" />
          </div>
        </>
      )}
    </ItemDialog>
  )
}
