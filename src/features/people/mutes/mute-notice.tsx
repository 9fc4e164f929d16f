import { showFailure } from '#web/action.tsx'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { showToast } from '#ui/toasts.ts'
import { useMuteMember } from './mutes.hooks.ts'

/** As {@link useMuteMember}, and tells how it went: with a way back from a mute. */
export function useMuteWithNotice(): (member: PublicAuthor, isMuted: boolean) => Promise<void> {
  const muteMember = useMuteMember()
  return async function tell(member, isMuted) {
    const name = `@${member.username}`
    try {
      const done = muteMember(member, isMuted)
      showToast(
        isMuted
          ? { title: `Muted ${name}`, action: { label: 'Undo', onSelect: () => void tell(member, false) } }
          : { title: `Unmuted ${name}` },
      )
      await done
    } catch (reason) {
      showFailure(reason, `Failed to ${isMuted ? 'mute' : 'unmute'} ${name}. Please try again.`)
    }
  }
}
