import { t } from '#messages/messages.ts'
import { showFailure } from '#web/action.tsx'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { showToast } from '#ui/toasts.ts'
import { useMuteMember } from './mutes.hooks.ts'

/** Like {@link useMuteMember}, but also shows the result in a toast with an Undo button. */
export function useMuteWithNotice(): (member: PublicAuthor, isMuted: boolean) => Promise<void> {
  const muteMember = useMuteMember()
  return async function muteWithNotice(member, isMuted) {
    const name = `@${member.username}`
    try {
      const done = muteMember(member, isMuted)
      showToast(
        isMuted
          ? {
              title: t('Muted {name}', { name }),
              action: { label: t('Undo'), onSelect: () => void muteWithNotice(member, false) },
            }
          : { title: t('Unmuted {name}', { name }) },
      )
      await done
    } catch (reason) {
      showFailure(
        reason,
        isMuted ? t('Failed to mute {name}. Try again.', { name }) : t('Failed to unmute {name}. Try again.', { name }),
      )
    }
  }
}
