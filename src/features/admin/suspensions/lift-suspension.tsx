import { t } from '#messages/messages.ts'
import { showToast, type Toast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'
import { useLiftSuspension } from './suspensions.hooks.ts'

interface Member {
  id: number
  username: string
}

export const liftSuccess = ({ username }: Pick<Member, 'username'>): Toast => ({
  title: t('Suspension of @{username} lifted', { username }),
  description: t('Their profile and posts are visible again.'),
  variant: 'success',
})
export const liftFailure = t('Failed to lift the suspension. Try again.')

/** Lifts a member's suspension and shows the result as a toast. */
export function useLiftWithToast() {
  const lift = useLiftSuspension()
  return useAction(async (member: Member) => {
    await lift(member.id)
    focusContent()
    showToast(liftSuccess(member))
  }, liftFailure)
}
