import { t } from '#messages/messages.ts'
import './policy-report-entry.css'
import { Time } from '#ui/time.tsx'
import type { PolicyReport } from './policy-reports.contract.ts'

/** A kind of violation, with where it happened and how often. */
export function PolicyReportEntry({ report }: { report: PolicyReport }) {
  const { id, directive, blocked, page, source, line, count, lastAt } = report
  return (
    <article className="policy-report" aria-labelledby={`policy-report-${id}`}>
      <h2 className="policy-report-name" id={`policy-report-${id}`}>
        {blocked} <span className="policy-report-directive">{t('blocked by {directive}', { directive })}</span>
      </h2>
      <p className="meta policy-report-facts">
        <span>{t('on {page}', { page })}</span>
        {source !== null && (
          <span>
            from {source}
            {line !== null && `, line ${line}`}
          </span>
        )}
        <span>{count === 1 ? 'once' : `${count.toLocaleString('en')} times`}</span>
        <span>
          last <Time iso={lastAt} />
        </span>
      </p>
    </article>
  )
}
