import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Time } from '#ui/time.tsx'
import { ImportReportView } from './import-report-view.tsx'
import { type ImportRun, reportDays } from './import-runs.contract.ts'

/** The member's earlier imports with their reports. */
export function ImportHistory({ runs }: { runs: ImportRun[] }) {
  if (runs.length === 0) return null
  return (
    <Card title={t('Earlier imports')}>
      <ul className="entries">
        {runs.map((run) => (
          <Entry key={run.id} run={run} />
        ))}
      </ul>
      <p className="meta">{t('Reports are kept for {reportDays} days.', { reportDays })}</p>
    </Card>
  )
}

function Entry({ run }: { run: ImportRun }) {
  const [isOpen, setOpen] = useState(false)
  const { label, tint } = states[run.state]
  return (
    <li className="import-entry">
      <div className="import-entry-text">
        <h3 dir="auto">{run.name}</h3>
        {run.error && <p>{run.error}</p>}
        <p className="meta">
          <Time iso={run.createdAt} />
        </p>
      </div>
      <Badge color={tint}>{label}</Badge>
      {run.hasReport && (
        <Button
          size="s"
          aria-expanded={isOpen}
          aria-label={
            isOpen
              ? t('Hide the report of {name}', { name: run.name })
              : t('Show the report of {name}', { name: run.name })
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Hide report') : t('Show report')}
        </Button>
      )}
      {isOpen && (
        <div className="import-entry-report">
          <ImportReportView run={run} />
        </div>
      )}
    </li>
  )
}

const states: Record<ImportRun['state'], { label: string; tint: string }> = {
  uploading: { label: t('Upload interrupted'), tint: 'amber' },
  uploaded: { label: t('Not checked'), tint: 'slate' },
  checking: { label: t('Checking'), tint: 'blue' },
  checked: { label: t('Checked'), tint: 'blue' },
  importing: { label: t('Importing'), tint: 'blue' },
  done: { label: t('Imported'), tint: 'green' },
  failed: { label: t('Failed'), tint: 'red' },
  canceled: { label: t('Canceled'), tint: 'slate' },
}
