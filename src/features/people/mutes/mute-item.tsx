import { t } from '#messages/messages.ts'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { MenuItem } from '#ui/menu.tsx'
import { useMuteWithNotice } from './mute-notice.tsx'
import { canMute } from './mutes.contract.ts'
import { useMutes } from './mutes.hooks.ts'

/** The menu item that mutes or unmutes another member. */
export function MuteItem({ member }: { member: PublicAuthor }) {
  const viewer = useViewer()
  const { data: mutes } = useMutes()
  const muteMember = useMuteWithNotice()
  const isMuted = mutes?.members.some(({ id }) => id === member.id) ?? false
  if (!viewer || isDeleted(member) || !canMute(viewer, member.id)) return null
  return (
    <MenuItem icon={isMuted ? 'volume-2' : 'volume-x'} onSelect={() => void muteMember(member, !isMuted)}>
      {isMuted
        ? t('Unmute @{username}', { username: member.username })
        : t('Mute @{username}', { username: member.username })}
    </MenuItem>
  )
}
