import { locale, t } from '#messages/messages.ts'
import './import-card.css'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { ConfirmButton, useAction } from '#web/action.tsx'
import { ImportReportView } from './import-report-view.tsx'
import type { ImportRun } from './import-runs.contract.ts'
import { isUnderWay, useImportActions } from './import-runs.hooks.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'

interface Props {
  run: ImportRun
  /** Returns to the form. */
  onClose: () => void
}

/** The current import with its progress, preview, or result. */
export function ImportCard({ run, onClose }: Props) {
  return (
    <Card title={titles[run.state]} className="import-card">
      <p className="meta import-card-source" dir="auto">
        {run.name}
        {run.oldSite && <span dir="ltr">{run.oldSite}</span>}
      </p>
      {isUnderWay(run) && <ProgressBar label={progressText(run)} done={run.done} total={run.total} />}
      {run.state === 'failed' && (
        <p className="field-error" role="alert">
          <Icon name="circle-alert" />
          {run.error}
        </p>
      )}
      {(run.state === 'checked' || run.state === 'done') && <ImportReportView run={run} />}
      {run.state === 'canceled' && (
        <p>{t('Everything imported so far is kept. Import the same file again to continue where it stopped.')}</p>
      )}
      <Actions run={run} onClose={onClose} />
    </Card>
  )
}

function Actions({ run, onClose }: Props) {
  const { start, cancel, checkAgain } = useImportActions()
  const starting = useAction(start, { title: t('Could not start the import'), fallback: t('Try again in a moment.') })
  const checking = useAction(checkAgain, {
    title: t('Could not start the check'),
    fallback: t('Try again in a moment.'),
  })
  const canceling = useAction(cancel, {
    title: t('Could not cancel the import'),
    fallback: t('Try again in a moment.'),
  })
  const { state } = run
  return (
    <div className="form-actions">
      {(state === 'uploaded' || state === 'checked' || state === 'checking') && (
        <Button busy={canceling.isBusy} onClick={() => void canceling.run(run)}>
          {state === 'checking' ? t('Cancel') : t('Choose another file')}
        </Button>
      )}
      {state === 'importing' && (
        <ConfirmButton
          confirm={{
            title: t('Cancel this import?'),
            description: t('Everything imported so far is kept. You can import the same file again to continue.'),
            confirmLabel: t('Cancel import'),
            cancelLabel: t('Keep importing'),
            action: () => cancel(run),
          }}
        >
          {t('Cancel')}
        </ConfirmButton>
      )}
      {state === 'uploaded' && (
        <Button variant="primary" busy={checking.isBusy} onClick={() => void checking.run(run)}>
          {t('Check')}
        </Button>
      )}
      {state === 'checked' && (
        <Button variant="primary" busy={starting.isBusy} onClick={() => void starting.run(run)}>
          {t('Import')}
        </Button>
      )}
      {(state === 'done' || state === 'failed' || state === 'canceled') && (
        <Button variant="primary" onClick={onClose}>
          {state === 'done' ? t('Import something else') : t('Try again')}
        </Button>
      )}
    </div>
  )
}

const titles: Record<ImportRun['state'], string> = {
  uploading: t('Uploading'),
  uploaded: t('Ready to check'),
  checking: t('Checking the file'),
  checked: t('Ready to import'),
  importing: t('Importing'),
  done: t('Import complete'),
  failed: t('The import failed'),
  canceled: t('Import canceled'),
}

function progressText({ state, done, total }: ImportRun): string {
  if (total === 0) return t('Reading the source. This can take a few minutes…')
  const counts = { done: done.toLocaleString(locale()), total: total.toLocaleString(locale()) }
  return state === 'checking'
    ? t('Checked {done} of {total}', { done: counts.done, total: counts.total })
    : t('Imported {done} of {total}', { done: counts.done, total: counts.total })
}
