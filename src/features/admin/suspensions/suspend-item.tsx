import { t } from '#messages/messages.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { MenuItem } from '#ui/menu.tsx'
import { canSuspend } from './suspensions.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'

interface Props {
  member: { username: string; role: Role }
  onSelect: () => void
}

/** The menu item that lets administrators suspend a member. */
export function SuspendItem({ member, onSelect }: Props) {
  const viewer = useViewer()
  if (!viewer || !canSuspend(viewer, member)) return null
  return (
    <MenuItem icon="shield" isDanger onSelect={onSelect}>
      {t('Suspend @{username}', { username: member.username })}
    </MenuItem>
  )
}
