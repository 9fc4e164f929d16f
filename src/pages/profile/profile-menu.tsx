import { Suspense } from 'react'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { lazyPart } from '#ui/lazy-part.ts'

/** Fetched by members alone. Without it the profile can be read all the same. */
const ProfileMenuEntries = lazyPart(
  async () => (await import('./profile-menu-entries.tsx')).ProfileMenuEntries,
  () => null,
)

/** What a member can do about another one, beside following them. Its place is kept free from the first paint on, by styles. */
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
