import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmAction, useAction } from '#web/action.tsx'
import { dataOf, refusalWithTitle } from './identity-client.hooks.ts'
import { useNewRecoveryCodes, useRecoveryCodes } from './second-factor.hooks.ts'

interface Props {
  /** Whether the account has recovery codes, even if all are used. */
  hasSome: boolean
  onNew: (codes: string[]) => void
}

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoveryCodes({ hasSome, onNew }: Props) {
  const { data } = useRecoveryCodes(hasSome)
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useNewRecoveryCodes()
  const create = async () => onNew(await dataOf(mutateAsync(hasSome)))
  const failure = refusalWithTitle(t('Recovery codes not created'))
  const first = useAction(create, failure)

  return (
    <div className="factor-recovery">
      <div>
        <h3 className="factor-recovery-name">{t('Recovery codes')}</h3>
        <p className="field-hint">
          {!hasSome && t('You have none. If you lose your app, you can’t sign in.')}
          {data && statusText(data)}
        </p>
      </div>
      <Button
        size="s"
        icon="refresh-cw"
        busy={first.isBusy}
        onClick={() => (hasSome ? setAsking(true) : void first.run())}
      >
        {hasSome ? t('Create new codes') : t('Create recovery codes')}
      </Button>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('Create new recovery codes?')}
        description={t('Your current codes will stop working.')}
        confirmLabel={t('Create new codes')}
        isDanger={false}
        action={create}
        failure={failure}
      />
    </div>
  )
}

const few = 2

const statusText = ({ remaining, total }: { remaining: number; total: number }): string =>
  remaining <= few
    ? t('{remaining} of {total} left. Create new ones soon.', { remaining, total })
    : t('{remaining} of {total} left.', { remaining, total })
