import './sponsor-import-dialog.css'
import { useState } from 'react'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { messageOf } from '#web/api.ts'
import { type Faults, useForm } from '#web/use-form.ts'
import { FormError } from '#ui/form-error.tsx'
import { importSponsors, type SponsorImportReport } from './sponsor-imports.contract.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** A dialog for importing sponsors from a CSV file. Reports rejected lines. */
export const SponsorImportDialog = (props: Props) => (
  <Dialog
    {...props}
    title={t('Import Sponsors')}
    description={t(
      'A CSV export from Ko-fi, Patreon, or Open Collective, or any table with a Name column. Importing a file again creates no duplicates. Email addresses are not stored.',
    )}
  >
    <ImportForm {...props} />
  </Dialog>
)

const ImportFields = z.object({ file: z.file().check(z.minSize(1, { error: () => t('Choose a file') })) })

function ImportForm({ onClose }: Props) {
  const call = useSponsorshipCall()
  const [report, setReport] = useState<SponsorImportReport>()
  const { onSubmit, faults, isPending } = useForm(ImportFields, async (_, form): Promise<Faults | void> => {
    setReport(undefined)
    try {
      setReport(await call(importSponsors, { body: new FormData(form) }))
      return undefined
    } catch (reason) {
      return { form: messageOf(reason, t('There was a problem importing the sponsors. Please try again.')) }
    }
  })
  return (
    <form className="form" noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextInput label={t('CSV file')} name="file" type="file" accept=".csv,.tsv,text/csv" />
      <FormError message={faults['file'] ?? faults['form']} />
      {report && <Report report={report} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{report ? t('Done') : t('Cancel')}</Button>
        <Button type="submit" variant="primary" icon="upload" busy={isPending}>
          {isPending ? t('Importing...') : t('Import')}
        </Button>
      </div>
    </form>
  )
}

const linesShown = 20

function Report({ report }: { report: SponsorImportReport }) {
  const { platform, added, changed, unchanged, ended, withoutAmount, skippedCount } = report
  const skipped = report.skipped.slice(0, linesShown)
  return (
    <div className="sponsor-import-report">
      <output>
        <strong>
          {t('{platform}: {added} added, {changed} changed, {unchanged} unchanged, {ended} ended.', {
            platform,
            added,
            changed,
            unchanged,
            ended,
          })}
        </strong>{' '}
        {withoutAmount > 0 && `${t('{withoutAmount} without a monthly amount in US dollars.', { withoutAmount })} `}
        {skippedCount > 0 && t('Skipped lines: {skippedCount}.', { skippedCount })}
      </output>
      {skippedCount > 0 && (
        <ul className="sponsor-import-lines" aria-label={t('Skipped lines')}>
          {skipped.map(({ line, reason }) => (
            <li key={line}>{t('Line {line}: {reason}', { line, reason })}</li>
          ))}
          {skippedCount > skipped.length && <li>{t('and {count} more', { count: skippedCount - skipped.length })}</li>}
        </ul>
      )}
    </div>
  )
}
