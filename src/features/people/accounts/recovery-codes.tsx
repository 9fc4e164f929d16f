import { useState } from 'react'
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
  const failure = refusalWithTitle('Recovery codes not created')
  const first = useAction(create, failure)

  return (
    <div className="factor-recovery">
      <div>
        <h3 className="factor-app-name">Recovery codes</h3>
        <p className="field-hint">
          {!hasSome && 'You have none. If you lose your app, you can’t sign in.'}
          {data && `${data.remaining} of ${data.total} left.`}
          {data && data.remaining <= few && ' Create new ones soon.'}
        </p>
      </div>
      <Button
        size="s"
        icon="refresh-cw"
        busy={first.isBusy}
        onClick={() => (hasSome ? setAsking(true) : void first.run())}
      >
        {hasSome ? 'Create new codes' : 'Create recovery codes'}
      </Button>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Create new recovery codes?"
        description="Your current codes will stop working."
        confirmLabel="Create new codes"
        isDanger={false}
        action={create}
        failure={failure}
      />
    </div>
  )
}

const few = 2
