import './sponsor.css'
import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { t } from '#messages/messages.ts'
import { useShownViewer, useUser } from '#features/people/profiles/profiles.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { sponsorAddress } from '#features/work/sponsorship/sponsorship-addresses.contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FirstRun } from '../home/first-run.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { type SponsorAddress } from './sponsor-address.ts'
import { SponsorCampaign, SponsorLoading } from './sponsor-campaign.tsx'
import { sponsorHead } from './sponsor-head.ts'
import { userByIdQuery } from './user-by-id.ts'

export const sponsorView: PageView<SponsorAddress> = { View: SponsorPage, head: sponsorHead }

function SponsorPage({ params }: PageProps<SponsorAddress>) {
  if (!('username' in params)) return <OwnSponsor />
  const { username } = params
  return /^\d+$/.test(username) ? <SponsorById id={Number(username)} /> : <SponsorOf username={username} />
}

/** Redirects members to their own page; shows visitors the owner's, which CSS hides from members until then. */
function OwnSponsor() {
  const { ownerUsername } = useSite()
  const viewer = useShownViewer()
  if (viewer === 'loading') return <SponsorLoading />
  if (viewer !== null && viewer !== 'authenticated')
    return <Redirect to={sponsorAddress.href({ username: viewer.username })} replace />
  if (ownerUsername === null) return <FirstRun />
  return (
    <div className={viewer === null ? 'sponsor-for-visitors' : undefined}>
      <SponsorOf username={ownerUsername} />
    </div>
  )
}

/** Redirects ids to the username. */
function SponsorById({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(userByIdQuery(id))
  if (data) return <Redirect to={sponsorAddress.href({ username: data.username })} replace />
  if (data === null) return <UnknownMember />
  return error ? <Failed reason={error} onRetry={() => void refetch()} /> : <SponsorLoading />
}

function SponsorOf({ username }: { username: string }) {
  const { data: user, error, refetch } = useUser(username)
  if (user) return <SponsorCampaign key={user.id} user={user} />
  if (user === null) return <UnknownMember />
  return error ? <Failed reason={error} onRetry={() => void refetch()} /> : <SponsorLoading />
}

const failed = t('Unable to load user data')

const UnknownMember = () => (
  <div className="page">
    <EmptyState icon="user" title={failed} isPageTitle actions={returnHome}>
      {t('There is no member with this username.')}
    </EmptyState>
  </div>
)

const Failed = ({ reason, onRetry }: { reason: unknown; onRetry: () => void }) => (
  <div className="page">
    <LoadFailed title={failed} reason={reason} onRetry={onRetry} />
  </div>
)
