import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { MuteItem } from '#features/people/mutes/mute-item.tsx'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { SuspendDialog } from '#features/admin/suspensions/suspend-dialog.tsx'
import { SuspendItem } from '#features/admin/suspensions/suspend-item.tsx'
import { Menu } from '#ui/menu.tsx'

export function ProfileMenuEntries({ user }: { user: User }) {
  const [isSuspending, setSuspending] = useState(false)
  return (
    <>
      <Menu label={t('More about {displayName}', { displayName: user.displayName })}>
        <MuteItem member={user} />
        <SuspendItem member={user} onSelect={() => setSuspending(true)} />
      </Menu>
      <SuspendDialog member={user} isOpen={isSuspending} onClose={() => setSuspending(false)} />
    </>
  )
}
