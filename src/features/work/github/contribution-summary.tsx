import { locale, t } from '#messages/messages.ts'
import './contribution-summary.css'
import { Bar } from '#ui/progress-bar.tsx'
import { breakdownOf } from './contribution-days.contract.ts'
import type { GithubContributions } from './github.contract.ts'

type Props = Pick<GithubContributions, 'totalContributions' | 'eventCounts'>

/** Number of contributions that fills the bar. Source: docs/product.md, Limits. */
const fullAt = 100

/** The total number of contributions and the number of each kind. */
export function ContributionSummary({ totalContributions, eventCounts }: Props) {
  const kinds = breakdownOf(eventCounts)
  const most = Math.max(1, ...kinds.map(([, count]) => count))
  return (
    <section className="contribution-summary" aria-label={t('Summary')}>
      <div>
        <h2 className="overline" id="contribution-total">
          {t('Total Contributions')}
        </h2>
        <p className="contribution-total">{totalContributions.toLocaleString(locale())}</p>
        <Bar
          aria-labelledby="contribution-total"
          max={fullAt}
          value={Math.min(totalContributions, fullAt)}
          title={t('{totalContributions} of {fullAt}', { totalContributions, fullAt })}
        />
      </div>
      {kinds.length > 0 && (
        <dl className="contribution-kinds">
          {kinds.map(([kind, count]) => (
            <div key={kind}>
              <dt>{kind}</dt>
              <dd>
                <Bar aria-hidden="true" max={most} value={count} />
                {count.toLocaleString(locale())}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
