import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './policy-report-entry.css'
import { Time } from '#ui/time.tsx'
import type { PolicyReport } from './policy-reports.contract.ts'

/** A kind of violation, with where it happened and how often. */
export function PolicyReportEntry({ report }: { report: PolicyReport }) {
  const { id, directive, blocked, page, source, line, count, lastAt } = report
  return (
    <article className="policy-report" aria-labelledby={`policy-report-${id}`}>
      <h2 className="policy-report-name" id={`policy-report-${id}`}>
        {rich('{blocked} <by>blocked by {directive}</by>', {
          blocked,
          directive,
          by: (text) => <span className="policy-report-directive">{text}</span>,
        })}
      </h2>
      <p className="meta policy-report-facts">
        <span>{t('on {page}', { page })}</span>
        {source !== null && (
          <span>
            {line === null ? t('from {source}', { source }) : t('from {source}, line {line}', { source, line })}
          </span>
        )}
        <span>{count === 1 ? t('once') : t('{count, plural, other {# times}}', { count })}</span>
        <span>{rich('last {when}', { when: <Time iso={lastAt} /> })}</span>
      </p>
    </article>
  )
}
