import './sponsorship.css'
import { useLocation, useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { pageNumberOf } from '#schemas/paging.contract.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { usePublishRefusal, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { ownSponsorAddress, sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { useNewestSponsors, useOwnGoal, useOwnTiers } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { PageView } from '../page.ts'
import { CurrentSponsors } from './current-sponsors.tsx'
import { GoalCard } from './goal-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { partIn, sponsorshipHref } from './sponsorship-address.ts'
import { SponsorTiers } from './sponsor-tiers.tsx'

export const sponsorshipView: PageView = {
  View: SponsorshipPage,
  head: () => ({ title: t('Manage Sponsorship Page'), noindex: true }),
}

function SponsorshipPage() {
  const viewer = useViewer()
  const refusal = usePublishRefusal()
  return (
    <div className="page page-wide sponsorship">
      <PageHead
        title={t('Manage Sponsorship Page')}
        subtitle={refusal}
        actions={
          <ButtonLink icon="eye" href={viewer ? sponsorAddress.href(viewer) : ownSponsorAddress.href()}>
            {t('View Your Public Page')}
          </ButtonLink>
        }
      />
      {viewer && viewer.id > 0 ? <Sponsorship viewer={viewer} /> : <Loading />}
    </div>
  )
}

const Loading = () => <Skeletons count={3} label={t('Loading your page')} />

function Sponsorship({ viewer }: { viewer: Viewer }) {
  const [, navigate] = useLocation()
  // The server does not render this page, so the browser parses the query.
  const search = new URLSearchParams(useSearch())
  const part = partIn(search.get('tab'))
  const [goal, { data: tiers, ...tierList }, { data: sponsors, ...sponsorList }] = [
    useOwnGoal(),
    useOwnTiers(),
    useNewestSponsors(),
  ]
  // Showing each card as it loads would shift the layout.
  if (goal.isPending || tierList.isPending || sponsorList.isPending) return <Loading />
  return (
    <div className="sponsorship-columns">
      <div className="sponsorship-main">
        <GoalCard />
        <div>
          <Tabs
            label={t('Tiers and sponsors')}
            tabs={[
              { id: 'tiers', label: t('Sponsor Tiers'), ...(tiers && { count: tiers.length }) },
              { id: 'sponsors', label: t('Current Sponsors'), ...(sponsors && { count: sponsors.total }) },
            ]}
            selected={part}
            onSelect={(tab) => navigate(sponsorshipHref(tab), { replace: true })}
          >
            {part === 'tiers' ? (
              <SponsorTiers />
            ) : (
              <CurrentSponsors viewer={viewer} page={pageNumberOf(search.get('page') ?? undefined)} />
            )}
          </Tabs>
        </div>
      </div>
      <PreviewCard viewer={viewer} />
    </div>
  )
}
