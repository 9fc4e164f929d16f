import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'
import { useLiftSuspension } from './suspensions.hooks.ts'

/** Lifts a member's suspension and tells how it went. */
export function useLiftWithNotice(): (member: { id: number; username: string }) => Promise<void> {
  const lift = useLiftSuspension()
  return async ({ id, username }) => {
    try {
      await lift(id)
      focusContent()
      showToast({
        title: `@${username} is back`,
        description: 'The profile and the posts are shown again.',
        variant: 'success',
      })
    } catch (reason) {
      const description = messageOf(reason, 'Failed to lift the suspension. Please try again.')
      showToast({ title: 'Error', description, variant: 'error' })
    }
  }
}
