import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { useNewRecoveryCodes, useRecoveryCodes } from './second-factor.hooks.ts'

interface Props {
  /** The account has a set, used up or not. */
  hasSome: boolean
  onNew: (codes: string[]) => void
}

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodes({ hasSome, onNew }: Props) {
  const { data } = useRecoveryCodes(hasSome)
  const [isAsking, setAsking] = useState(false)
  const making = useNewRecoveryCodes()

  async function make() {
    const outcome = await making.mutateAsync(hasSome)
    setAsking(false)
    if (outcome.ok) onNew(outcome.data)
    else showToast({ title: 'No recovery codes made', description: outcome.message, variant: 'error' })
  }

  return (
    <div className="factor-recovery">
      <div>
        <h3 className="factor-app-name">Recovery codes</h3>
        <p className="field-hint">
          {!hasSome && 'You have none. Without your app you could not sign in.'}
          {data && `${data.remaining} of ${data.total} are left.`}
          {data && data.remaining <= few && ' Better make new ones soon.'}
        </p>
      </div>
      <Button
        size="s"
        icon="refresh-cw"
        busy={making.isPending}
        onClick={() => (hasSome ? setAsking(true) : void make())}
      >
        {hasSome ? 'Make new ones' : 'Make recovery codes'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Make new recovery codes?"
        description="The ones that you have now stop working."
        confirmLabel="Make new ones"
        isDanger={false}
        isBusy={making.isPending}
        onConfirm={() => void make()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

const few = 2
