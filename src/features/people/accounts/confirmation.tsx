import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#ui/lazy-part.ts'
import { endConfirmation, useIsConfirming } from '#web/confirmation.ts'

const ConfirmationDialog = lazyPart(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
  NoDialog,
)

/** Prompts for the member's password, passkey, or code when a call requires recent authentication. Rendered once for
 *  all pages. */
export function Confirmation() {
  const isConfirming = useIsConfirming()
  const [path] = useLocation()
  return isConfirming ? <Question key={path} /> : null
}

/** Cancels when the member leaves the page. */
function Question() {
  useEffect(() => () => endConfirmation(false), [])
  return (
    <Suspense>
      <ConfirmationDialog />
    </Suspense>
  )
}

function NoDialog() {
  useEffect(() => endConfirmation(false), [])
  return null
}
