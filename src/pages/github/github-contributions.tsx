import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { ContributionGrid } from '#features/work/github/contribution-grid.tsx'
import { ContributionSummary } from '#features/work/github/contribution-summary.tsx'
import type { GithubContributions as Contributions } from '#features/work/github/github.contract.ts'
import { useContributions } from '#features/work/github/github.hooks.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { githubHref, type GithubView } from './github-address.ts'

interface Props {
  user: User
  view: Pick<GithubView, 'username' | 'year'>
}

/** The member's contributions: totals by kind, and a grid of days. */
export function GithubContributions({ user, view }: Props) {
  const query = useContributions(user.username, view.year)
  return (
    <Loaded
      query={{ ...query, refetch: () => location.reload() }}
      loading={<Skeletons count={5} label={t('Loading contributions')} />}
      failed={t('Error Loading Contributions')}
    >
      {(data) =>
        data.years.length === 0 ? (
          <NoData>{t('{displayName}’s contributions will appear here.', { displayName: user.displayName })}</NoData>
        ) : (
          <div className="stack github-contributions" aria-busy={query.isPlaceholderData}>
            {data.totalContributions > 0 && <ContributionSummary {...data} />}
            <div className="github-days-head">
              <h2>{t('Recent Activity')}</h2>
              <Years years={data.years} view={view} />
            </div>
            <Days contributions={data} year={view.year} />
          </div>
        )
      }
    </Loaded>
  )
}

const NoData = ({ children }: { children: string }) => (
  <EmptyState icon="calendar" title={t('No Contribution Data')}>
    {children}
  </EmptyState>
)

interface DaysProps {
  contributions: Contributions
  year: number | undefined
}

function Days({ contributions: { totalContributions, weeks: days, source }, year }: DaysProps) {
  const [first] = days
  if (totalContributions === 0 || !first)
    return (
      <NoData>
        {year === undefined
          ? t('There is no data for the last 365 days.')
          : t('There is no data for {year}.', { year })}
      </NoData>
    )
  return (
    <>
      <ContributionGrid key={first.date} days={days} caption={captionOf(days.length, year)} />
      <p className="meta">
        {source === 'calendar'
          ? t('Counted by GitHub, in UTC.')
          : t('Counted in UTC from the public events that this site has stored.')}
      </p>
    </>
  )
}

/** Source: docs/product.md, GitHub page. */
const captionOf = (count: number, year: number | undefined): string =>
  year === undefined
    ? t('Contribution activity for the last {count, plural, one {# day} other {# days}}', { count })
    : t('Contribution activity for {count, plural, one {# day} other {# days}} of {year}', { count, year })

/** Links to the years. Renders nothing if there is only one. */
function Years({ years, view: { username, year } }: { years: number[] } & Pick<Props, 'view'>) {
  if (years.length < 2 && year === undefined) return null
  return (
    <nav className="github-years" aria-label={t('Years')}>
      {[undefined, ...years].map((one) => (
        <Link
          key={one ?? 'last'}
          href={githubHref({ username, tab: 'contributions', year: one })}
          aria-current={one === year ? 'page' : undefined}
        >
          {one ?? t('Last 365 days')}
        </Link>
      ))}
    </nav>
  )
}
