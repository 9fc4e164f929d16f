import { Suspense } from 'react'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { lazyPart } from '#ui/lazy-part.ts'

/** Loaded only for members. The profile works without it. */
const ProfileMenuEntries = lazyPart(
  async () => (await import('./profile-menu-entries.tsx')).ProfileMenuEntries,
  () => null,
)

/** The menu on other members' profiles. CSS reserves its space until the viewer is known. */
export function ProfileMenu({ user }: { user: User }) {
  const viewer = useViewer()
  if (viewer?.id === user.id) return null
  return (
    <span className="profile-menu">
      {viewer && viewer.id > 0 && (
        <Suspense>
          <ProfileMenuEntries user={user} />
        </Suspense>
      )}
    </span>
  )
}
