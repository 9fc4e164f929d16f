import { Link } from 'wouter'
import { GithubCard } from '#features/work/github/github-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useUser, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { isOn } from '#features/discovery/site/site.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { sponsorAddress, sponsorshipAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Cards about the signed-in member or, for visitors, about the owner. */
export function HomeSidebar() {
  const site = useSite()
  const { ownerUsername } = site
  const { data: owner } = useUser(ownerUsername)
  const viewer = useViewer()
  const user = viewer ?? owner
  return (
    <aside className="aside" aria-label="About">
      {user && <ProfileCard user={user} />}
      {user && isOn(site, 'github') && <GithubCard key={user.id} user={user} isOwn={viewer?.id === user.id} />}
      {ownerUsername !== null && isOn(site, 'sponsor') && (
        <Card title="Sponsor Me">
          <p>If these posts help you, you can support the author.</p>
          <ButtonLink href={sponsorAddress.href({ username: ownerUsername })} icon="hand-heart">
            Sponsor Me
          </ButtonLink>
          <p className="row">
            {owner && (
              <Link href={sponsorAddress.href({ username: String(owner.id) })} className="link">
                View Details
              </Link>
            )}
            {viewer && (
              <Link href={sponsorshipAddress.href()} className="link">
                Manage your own page
              </Link>
            )}
          </p>
        </Card>
      )}
    </aside>
  )
}
