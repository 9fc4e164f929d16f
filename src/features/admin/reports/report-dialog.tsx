import './report-dialog.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { useForm } from '#web/use-form.ts'
import { maxDetailsLength, reasonNames, reportReasons } from './reports.contract.ts'
import { sendReport } from './reports.hooks.ts'

interface Props {
  post: { id: number; user: { displayName: string } }
  isOpen: boolean
  onClose: () => void
}

/** The dialog for reporting a post to the moderators. Keeps the details when it is closed and reopened. */
export function ReportDialog({ post, isOpen, onClose }: Props) {
  const [details, setDetails] = useState('')
  const { onSubmit, loadSchema, faults, isPending } = useForm(reportSchema, async (report) => {
    try {
      await sendReport(post.id, report)
    } catch (reason) {
      return { details: messageOf(reason, t('Your report could not be sent. Try again.')) }
    }
    setDetails('')
    onClose()
    showToast({
      title: t('Report sent'),
      description: t('Thanks! A moderator or an administrator will review it.'),
      variant: 'success',
    })
    return {}
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Report this post')}
      description={rich(
        'Only this site’s administrators and moderators can see your report and your name. {author} won’t be notified.',
        { author: <bdi>{post.user.displayName}</bdi> },
      )}
    >
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} onInput={loadSchema} className="form">
        <Reasons error={faults.reason} />
        <TextArea
          label={t('Details')}
          name="details"
          rows={4}
          maxLength={maxDetailsLength}
          dir="auto"
          value={details}
          onChange={({ target }) => setDetails(target.value)}
          error={faults.details}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? t('Sending...') : t('Send report')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Reasons = ({ error }: { error: string | undefined }) => (
  <fieldset className="report-reasons">
    <legend className="field-label">{t('What is wrong with this post?')}</legend>
    {reportReasons.map((reason) => (
      <label key={reason} className="report-reason">
        <input type="radio" name="reason" value={reason} />
        {reasonNames[reason]()}
      </label>
    ))}
    {error && (
      <p className="field-error" role="alert">
        <Icon name="circle-alert" />
        {error}
      </p>
    )}
  </fieldset>
)

const reportSchema = async () => (await import('./report-schema.contract.ts')).NewReport
