import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { securitySettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { type TwoFactorRule, twoFactorRules } from '#schemas/two-factor.contract.ts'
import { Card } from '#ui/card.tsx'
import { Select } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

const labels: Record<TwoFactorRule, string> = {
  none: t('No one (context: who a rule applies to)'),
  admins: t('Administrators and moderators'),
  writers: t('Administrators, moderators, and writers'),
  everyone: t('All members'),
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
        hint={rich(
          'Until they set it up, these members can only read. <link>Set it up for your own account</link> before you require it.',
          {
            link: (text) => (
              <Link className="link" href={securitySettingsAddress.href()}>
                {text}
              </Link>
            ),
          },
        )}
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
