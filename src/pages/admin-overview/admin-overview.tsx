import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { Overview } from '#features/admin/overview/overview.contract.ts'
import type { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import { useOverview } from '#features/admin/overview/overview.hooks.ts'
import { openSteps } from '#features/admin/setup/setup.contract.ts'
import { setupAddress } from '#features/admin/setup/setup-addresses.contract.ts'
import { useSetup } from '#features/admin/setup/setup.hooks.ts'
import { WarningList } from '#features/admin/overview/warning-list.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { adminJobsAddress, adminMailsAddress } from '../admin/admin-addresses.ts'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'
import { AdminScreens } from './admin-screens.tsx'
import { BackupsCard } from './backups-card.tsx'
import { ContentCard, JobsCard, StorageCard, VersionsCard } from './state-cards.tsx'

export const adminOverviewView: PageView<typeof adminOverviewAddress> = {
  View: AdminOverviewPage,
  head: () => ({ title: t('Administration'), noindex: true }),
}

function AdminOverviewPage() {
  return (
    <AdminArea title={t('Administration')}>
      <AdminScreens />
      <State />
    </AdminArea>
  )
}

/** Leads to the setup until all its steps are done or skipped. */
function SetupLink({ open }: { open: number }) {
  if (open === 0) return null
  return (
    <p className="row">
      <ButtonLink variant="primary" icon="sparkles" href={setupAddress.href()}>
        {t('Set up your site')}
      </ButtonLink>
      <span className="meta">{t('{open, plural, one {# step left} other {# steps left}}', { open })}</span>
    </p>
  )
}

/** Appears as a whole, so that nothing moves. */
function State() {
  const { data, error, refetch } = useOverview()
  const setup = useSetup()
  if (data && !setup.isPending)
    return (
      <>
        <SetupLink open={setup.data ? openSteps(setup.data).length : 0} />
        <Loaded overview={data} />
      </>
    )
  if (!error) return <Skeletons count={3} label={t('Loading the site’s status')} />
  return (
    <ErrorPanel
      title={t('Failed to load the site’s status')}
      actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
    >
      {messageOf(error, t('Try again.'))}
    </ErrorPanel>
  )
}

const Loaded = ({ overview }: { overview: Overview }) => (
  <>
    <WarningList warnings={overview.warnings} linkOf={linkOf} />
    <div className="grid">
      <ContentCard {...overview} />
      <JobsCard {...overview} />
      <StorageCard {...overview} />
      <BackupsCard backups={overview.backups} />
      <VersionsCard {...overview} />
    </div>
  </>
)

const screens: Readonly<Record<string, [label: string, href: string]>> = {
  jobs: [t('Show the jobs'), adminJobsAddress.href({})],
  mail: [t('Show unsent emails'), adminMailsAddress.href({})],
}

function linkOf(check: string) {
  const [label, href] = screens[check] ?? []
  return (
    href && (
      <Link className="link" href={href}>
        {label}
      </Link>
    )
  )
}
