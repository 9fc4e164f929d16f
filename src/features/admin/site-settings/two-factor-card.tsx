import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { securitySettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { type TwoFactorRule, twoFactorRules } from '#schemas/two-factor.contract.ts'
import { Card } from '#ui/card.tsx'
import { Select } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

const labels: Record<TwoFactorRule, string> = {
  none: 'No one',
  admins: 'Administrators and moderators',
  writers: 'Administrators, moderators, and writers',
  everyone: 'All members',
}

/** Who has to use two-factor authentication. */
export const TwoFactorCard = ({ draft, faults, change }: CardProps) => (
  <Card title={t('Two-factor authentication')}>
    <div className="form">
      <Select
        label={t('Require two-factor authentication for')}
        name="requireTwoFactor"
        value={draft.requireTwoFactor}
        error={faults['requireTwoFactor']}
        hint={
          <>
            Until they set it up, these members can only read.{' '}
            <Link className="link" href={securitySettingsAddress.href()}>
              {t('Set it up for your own account')}
            </Link>{' '}
            before you require it.
          </>
        }
        onChange={({ target }) => change({ requireTwoFactor: ruleIn(target.value) })}
      >
        {twoFactorRules.map((rule) => (
          <option key={rule} value={rule}>
            {labels[rule]}
          </option>
        ))}
      </Select>
    </div>
  </Card>
)

const ruleIn = (value: string): TwoFactorRule => twoFactorRules.find((rule) => rule === value) ?? 'none'
