import { ProfileCard } from '#features/profiles/profile-card.tsx'
import { useUser, useViewer } from '#features/profiles/profiles.hooks.ts'
import { useSite } from '#features/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Who lives here: the member who is signed in, for visitors the site's owner. */
export function HomeSidebar() {
  const { ownerUsername } = useSite()
  const { data: owner } = useUser(ownerUsername)
  const viewer = useViewer()
  const user = viewer ?? owner
  return (
    <aside className="aside" aria-label="About">
      {user && <ProfileCard user={user} />}
      {ownerUsername !== null && (
        <Card title="Sponsor Me">
          <p>If what is written here helps you, you can support it.</p>
          <ButtonLink href={`/sponsor/${ownerUsername}`} icon="hand-heart">
            Sponsor Me
          </ButtonLink>
        </Card>
      )}
    </aside>
  )
}
