import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useProfileLinks } from '#features/people/profile-links/profile-links.hooks.ts'
import { bioLead } from '#features/people/profiles/bio-lead.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { GoalProgress } from '#features/work/sponsorship/goal-progress.tsx'
import { dollars } from '#features/work/sponsorship/money.contract.ts'
import { SponsorFaces } from '#features/work/sponsorship/sponsor-faces.tsx'
import { monthShown, sponsorsCounted } from '#features/work/sponsorship/sponsors.contract.ts'
import { sponsorshipAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { facesShown, useGoal, useSponsors, useTiers } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { TierFacts } from '#features/work/sponsorship/tier-facts.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import { type SponsorsPage, sponsorsPageOf } from './sponsor-address.ts'

/** The content of a member's sponsor page: profile, sponsor links, goal, tiers, and sponsors. */
export function SponsorCampaign({ user }: { user: User }) {
  const links = useProfileLinks(user.id)
  const page = sponsorsPageOf(user, links.data)
  const isOwn = useViewer()?.id === user.id
  // Showing each part as it loads would shift the layout.
  const isLoading = [links, useGoal(user.id), useTiers(user.id)].some(({ isPending }) => isPending)
  if (isLoading) return <SponsorLoading />
  return (
    <div className="page page-wide">
      <PageHead
        title={rich('Sponsor {name}', { name: <bdi>{user.displayName}</bdi> })}
        actions={
          isOwn && (
            <ButtonLink icon="pencil" href={sponsorshipAddress.href()}>
              {t('Manage Sponsorship Page')}
            </ButtonLink>
          )
        }
      />
      <div className="sponsor-columns">
        <Support user={user} page={page} />
        <div className="sponsor-main">
          <Goal user={user} />
          <Tiers user={user} page={page} />
          <Sponsors user={user} mayGive={page !== null && !isOwn} />
        </div>
        <Profile user={user} />
      </div>
    </div>
  )
}

/** Shown until everything has loaded. */
export const SponsorLoading = () => (
  <div className="page page-wide">
    <Skeletons count={3} label={t('Loading sponsor page')} />
  </div>
)

const Profile = ({ user }: { user: User }) => (
  <section
    className="card sponsor-profile h-card"
    aria-label={t('Profile of {displayName}', { displayName: user.displayName })}
  >
    <Avatar name={user.displayName} image={user.profileImage} size="xl" />
    <div className="sponsor-profile-who">
      <h2 className="p-name" dir="auto">
        {user.displayName}
      </h2>
      <p className="p-job-title">{user.title || t('Developer Advocate')}</p>
      <Link href={profileAddress.href({ username: user.username })} className="link u-url" dir="auto">
        @<span className="p-nickname">{user.username}</span>
      </Link>
    </div>
    {user.bio && (
      <p className="sponsor-profile-bio p-note" dir="auto">
        {bioLead(user.bio, 240)}
      </p>
    )}
  </section>
)

interface PartProps {
  user: User
  page: SponsorsPage | null
}

/** The main call to action. Shows no button if there is no page where the member can be sponsored. */
const Support = ({ user, page }: PartProps) => (
  <Card className="sponsor-support" title={t('Support via {site}', { site: page?.name ?? 'GitHub Sponsors' })}>
    <p>
      {page
        ? t('Your support gives {displayName} time for open source, writing, and helping others.', {
            displayName: user.displayName,
          })
        : t('{displayName} hasn’t added a sponsorship link yet.', { displayName: user.displayName })}
    </p>
    {page && (
      <ButtonLink variant="primary" icon="heart" href={page.url} target="_blank" rel="noopener">
        {rich('Sponsor on {site}<hidden> (opens in a new tab)</hidden>', {
          site: page.name.replace(' Sponsors', ''),
          hidden: visuallyHidden,
        })}
      </ButtonLink>
    )}
  </Card>
)

function Goal({ user }: { user: User }) {
  const { data: goal } = useGoal(user.id)
  if (!goal) return null
  return (
    <section className="card sponsor-goal" aria-labelledby="goal">
      <p className="overline">
        {rich('Monthly goal · {month}', { month: <time dateTime={goal.month}>{monthShown(goal.month)}</time> })}
      </p>
      <h2 id="goal" className="sponsor-goal-title" dir="auto">
        {goal.title}
      </h2>
      <GoalProgress goal={goal} />
      {goal.description && (
        <p className="sponsor-goal-text" dir="auto">
          {goal.description}
        </p>
      )}
    </section>
  )
}

function Tiers({ user, page }: PartProps) {
  const { data: tiers } = useTiers(user.id)
  if (!tiers || tiers.length === 0) return null
  return (
    <section aria-labelledby="tiers">
      <h2 id="tiers" className="sponsor-heading">
        {t('Sponsor tiers')}
      </h2>
      <div className="sponsor-tier-list">
        {tiers.map((tier) => (
          <TierFacts
            key={tier.id}
            tier={tier}
            actions={
              page && (
                <ButtonLink icon="external-link" href={page.url} target="_blank" rel="noopener">
                  {rich('Give {amount}/mo<hidden> for {tier} on {site} (opens in a new tab)</hidden>', {
                    amount: dollars(tier.amount),
                    tier: tier.name,
                    site: page.name,
                    hidden: visuallyHidden,
                  })}
                </ButtonLink>
              )
            }
          />
        ))}
      </div>
    </section>
  )
}

function Sponsors({ user, mayGive }: { user: User; mayGive: boolean }) {
  const { data } = useSponsors(user.id)
  if (!data) return null
  return (
    <section aria-labelledby="sponsors">
      <h2 id="sponsors" className="sponsor-heading">
        {data.total === 0 ? t('Sponsors') : sponsorsCounted(data.total)}
      </h2>
      {data.total === 0 ? (
        <p className="sponsor-none">
          {mayGive
            ? t('No sponsors yet. You could be the first to support {name}.', { name: user.displayName })
            : t('No sponsors yet.')}
        </p>
      ) : (
        <SponsorFaces {...data} max={facesShown} />
      )}
    </section>
  )
}
