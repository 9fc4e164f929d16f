import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { useForm } from '#web/use-form.ts'
import { isProblem, parseRedirect } from './redirect-rules.contract.ts'
import { type Redirect, RedirectInput } from './redirects.contract.ts'
import { useRedirectActions } from './redirects.hooks.ts'

interface Props {
  /** The redirect to change, or initial values for a new one. */
  redirect: Redirect | { id: null; from: string; to: string }
  onClose: () => void
  onSaved?: () => void
}

const Fields = z.object(RedirectInput.shape)
const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, dir: 'ltr' } as const

/** The dialog for adding or changing a redirect. */
export function RedirectDialog({ redirect: { id, from, to }, onClose, onSaved }: Props) {
  const { save } = useRedirectActions()
  const { onSubmit, faults, isPending } = useForm(Fields, async (pair) => {
    const parsed = parseRedirect(pair, location.origin)
    if (isProblem(parsed)) return { [parsed.field]: parsed.message }
    try {
      await save(id, pair)
    } catch (reason) {
      return { from: messageOf(reason, t('Failed to save the redirect. Please try again.')) }
    }
    onClose()
    onSaved?.()
    showToast({ title: id === null ? t('Redirect added') : t('Redirect updated'), variant: 'success' })
    return {}
  })
  return (
    <Dialog isOpen onClose={onClose} title={id === null ? t('Add redirect') : t('Edit redirect')}>
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="form">
        <TextInput
          {...plain}
          label={t('Old path')}
          name="from"
          defaultValue={from}
          placeholder="/2019/hello"
          hint={t('End it with /* to match everything below it, or add a query: /?p=123')}
          error={faults['from']}
        />
        <TextInput
          {...plain}
          label={t('New path or URL')}
          name="to"
          defaultValue={to}
          placeholder="/blog/hello"
          hint={t('If both end with /*, the rest of the path is appended.')}
          error={faults['to']}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? t('Saving...') : t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
