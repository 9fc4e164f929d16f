import { showToast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'
import { useLiftSuspension } from './suspensions.hooks.ts'

/** Lifts a member's suspension and shows the result as a toast. */
export function useLiftWithToast() {
  const lift = useLiftSuspension()
  return useAction(async ({ id, username }: { id: number; username: string }) => {
    await lift(id)
    focusContent()
    showToast({
      title: `@${username} is back`,
      description: 'The profile and the posts are shown again.',
      variant: 'success',
    })
  }, 'Failed to lift the suspension. Please try again.')
}
