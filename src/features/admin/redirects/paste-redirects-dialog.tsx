import './paste-redirects-dialog.css'
import { useState } from 'react'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { useForm } from '#web/use-form.ts'
import { maxPastedLength, type PasteResult } from './redirects.contract.ts'
import { useRedirectActions } from './redirects.hooks.ts'

const Fields = z.object({
  text: z.string().check(
    z.refine((text) => text.trim() !== '', { error: () => t('Enter at least one line') }),
    z.maxLength(maxPastedLength, { error: () => t('This text is too long. Paste it in several parts.') }),
  ),
})

/** The dialog for adding many redirects. Rejected lines remain in the field and are listed with the reasons. */
export function PasteRedirectsDialog({ onClose }: { onClose: () => void }) {
  const { paste } = useRedirectActions()
  const [rejected, setRejected] = useState<PasteResult['rejected']>([])
  const { onSubmit, faults, isPending } = useForm(Fields, async ({ text }, form) => {
    try {
      const result = await paste(text)
      showToast({ title: summaryOf(result), variant: result.rejected.length > 0 ? 'error' : 'success' })
      if (result.rejected.length === 0) onClose()
      setRejected(result.rejected.map((one, at) => ({ ...one, line: at + 1 })))
      const field = form.elements.namedItem('text')
      if (field instanceof HTMLTextAreaElement) field.value = result.rejected.map((line) => line.text).join('\n')
    } catch (reason) {
      return { text: messageOf(reason, t('Failed to add the redirects. Please try again.')) }
    }
    return {}
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="l"
      title={t('Paste redirects')}
      description={t(
        'One per line: the old path, a space or comma, and the new path. A Netlify _redirects file works, too.',
      )}
    >
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="form">
        <TextArea
          label={t('Redirects')}
          name="text"
          rows={10}
          className="paste-redirects-text"
          placeholder={'/2019/hello /blog/hello\n/tags/* /tag/*'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          error={faults['text']}
        />
        {rejected.length > 0 && <RejectedLines rejected={rejected} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? t('Adding...') : t('Add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const mostShown = 100
const RejectedLines = ({ rejected }: Pick<PasteResult, 'rejected'>) => (
  <div role="alert" className="paste-redirects-rejected">
    <p>
      {t('{count, plural, one {This line was not added:} other {These lines were not added:}}', {
        count: rejected.length,
      })}
    </p>
    <ul>
      {rejected.slice(0, mostShown).map(({ line, text, message }) => (
        <li key={line}>
          <code>{text}</code>
          <span className="meta">{message}</span>
        </li>
      ))}
    </ul>
    {rejected.length > mostShown && (
      <p className="meta">{t('and {count} more', { count: rejected.length - mostShown })}</p>
    )}
  </div>
)

function summaryOf({ added, unchanged, rejected }: PasteResult): string {
  const parts = [
    t('{added, plural, other {{added} added}}', { added }),
    unchanged > 0 && t('{unchanged, plural, other {{unchanged} already existed}}', { unchanged }),
    rejected.length > 0 && t('{count, plural, other {{count} not added}}', { count: rejected.length }),
  ]
  return parts.filter(Boolean).join(', ')
}
