import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { GithubCard } from '#features/work/github/github-card.tsx'
import { useRecentActivities } from '#features/work/github/recent-activities.hooks.ts'
import { ProfileCard } from './profile-card.tsx'
import { useUser, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { isOn } from '#features/discovery/site/site.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { sponsorAddress, sponsorshipAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Cards about the signed-in member or, for visitors, about the owner. Cards appear from top to bottom and never move:
 *  a member's cards replace those for visitors, and the last ones wait for the GitHub activities above them. */
export function HomeSidebar() {
  const site = useSite()
  const { ownerUsername } = site
  const { data: owner } = useUser(ownerUsername)
  const viewer = useViewer()
  const user = viewer ?? owner
  const hasGithub = isOn(site, 'github')
  const isConnected = hasGithub && Boolean(user?.githubUsername)
  const isWaiting = useRecentActivities(user?.id ?? 0, isConnected).isLoading
  return (
    <aside key={viewer?.id} className="aside" aria-label={t('About')}>
      {user && <ProfileCard user={user} />}
      {user && hasGithub && !isWaiting && <GithubCard key={user.id} user={user} isOwn={viewer?.id === user.id} />}
      {ownerUsername !== null && isOn(site, 'sponsor') && !isWaiting && (
        <Card title={t('Sponsor Me')}>
          <p>{t('If these posts help you, you can support the author.')}</p>
          <ButtonLink href={sponsorAddress.href({ username: ownerUsername })} icon="hand-heart">
            {t('Sponsor Me')}
          </ButtonLink>
          <p className="row">
            {owner && (
              <Link href={sponsorAddress.href({ username: String(owner.id) })} className="link">
                {t('View Details')}
              </Link>
            )}
            {viewer && (
              <Link href={sponsorshipAddress.href()} className="link for-writers">
                {t('Manage your own page')}
              </Link>
            )}
          </p>
        </Card>
      )}
    </aside>
  )
}
