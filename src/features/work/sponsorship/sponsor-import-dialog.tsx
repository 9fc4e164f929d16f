import './sponsor-import-dialog.css'
import { type SubmitEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { messageOf } from '#web/api.ts'
import { FormFault } from './form-fault.tsx'
import { importSponsors, type SponsorImportReport } from './sponsor-imports.contract.ts'
import { useSponsorshipCall } from './sponsorship.hooks.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** Takes sponsors from a file, and says what became of each line. */
export const SponsorImportDialog = (props: Props) => (
  <Dialog
    {...props}
    title="Import Sponsors"
    description="A CSV export of Ko-fi, Patreon or Open Collective, or any table with a column Name. Importing it again changes nothing twice. E-mail addresses are not kept."
  >
    <ImportForm {...props} />
  </Dialog>
)

function ImportForm({ onClose }: Props) {
  const call = useSponsorshipCall()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<string>()
  const [report, setReport] = useState<SponsorImportReport>()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = new FormData(event.currentTarget)
    const file = form.get('file')
    setReport(undefined)
    setFault(undefined)
    if (!(file instanceof File) || file.size === 0) return setFault('Please choose a file')
    setPending(true)
    try {
      setReport(await call(importSponsors, { body: form }))
    } catch (reason) {
      setFault(messageOf(reason, 'There was a problem importing the sponsors. Please try again.'))
    }
    setPending(false)
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextInput label="CSV file" name="file" type="file" accept=".csv,.tsv,text/csv" />
      <FormFault fault={fault} />
      {report && <Report report={report} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{report ? 'Done' : 'Cancel'}</Button>
        <Button type="submit" variant="primary" icon="upload" busy={isPending}>
          {isPending ? 'Importing...' : 'Import'}
        </Button>
      </div>
    </form>
  )
}

const linesShown = 20

function Report({ report }: { report: SponsorImportReport }) {
  const { platform, added, changed, unchanged, ended, withoutAmount, notTakenCount } = report
  const notTaken = report.notTaken.slice(0, linesShown)
  return (
    <div className="sponsor-import-report">
      <output>
        <strong>
          {platform}: {added} added, {changed} changed, {unchanged} as before, {ended} ended.
        </strong>{' '}
        {withoutAmount > 0 && `${withoutAmount} without a monthly amount in US dollars. `}
        {notTakenCount > 0 && `Lines not taken: ${notTakenCount}.`}
      </output>
      {notTakenCount > 0 && (
        <ul className="sponsor-import-lines" aria-label="Lines not taken">
          {notTaken.map(({ line, reason }) => (
            <li key={line}>
              Line {line}: {reason}
            </li>
          ))}
          {notTakenCount > notTaken.length && <li>and {notTakenCount - notTaken.length} more</li>}
        </ul>
      )}
    </div>
  )
}
