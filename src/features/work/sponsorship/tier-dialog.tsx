import { t } from '#messages/messages.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { amountField, dollarsText } from './money.contract.ts'
import { createSponsorTier, type SponsorTier, TierForm, updateSponsorTier } from './sponsor-tiers.contract.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  /** The tier to edit; null creates one. */
  tier: SponsorTier | null
  onClose: () => void
}

export function TierDialog({ tier, onClose }: Props) {
  const call = useSponsorshipCall()
  const texts = tier
    ? { title: t('Edit Tier'), submitLabel: t('Update Tier'), saved: t('Tier Updated') }
    : { title: t('Create Tier'), submitLabel: t('Create Tier'), saved: t('Tier Created') }
  return (
    <ItemDialog
      {...texts}
      schema={TierForm}
      failure={t('There was a problem saving the sponsorship tier. Please try again.')}
      onClose={onClose}
      save={async (body) => {
        const saved = tier ? call(updateSponsorTier, { params: tier, body }) : call(createSponsorTier, { body })
        return (await saved).name
      }}
    >
      {(field) => (
        <>
          <div className="form-row">
            <TextInput label={t('Tier Name')} {...field('name', tier?.name)} maxLength={100} required dir="auto" />
            <TextInput
              label={t('Monthly Amount ($)')}
              {...field('amount', tier && dollarsText(tier.amount))}
              {...amountField}
              required
            />
          </div>
          <TextArea label={t('Description')} {...field('description', tier?.description)} rows={3} dir="auto" />
          <TextArea
            label={t('Benefits')}
            {...field('benefits', tier?.benefits.join('\n'))}
            hint={t('One per line')}
            rows={4}
            dir="auto"
          />
        </>
      )}
    </ItemDialog>
  )
}
