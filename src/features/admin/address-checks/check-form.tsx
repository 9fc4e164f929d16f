import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { messageOf } from '#web/api.ts'
import { useForm } from '#web/use-form.ts'
import { CheckInput } from './address-checks.contract.ts'
import { useStartAddressCheck } from './address-checks.hooks.ts'

/** The form that starts a check of old addresses. */
export function CheckForm() {
  const start = useStartAddressCheck()
  const { onSubmit, faults, isPending } = useForm(CheckInput, async ({ source }) => {
    try {
      await start(source)
    } catch (reason) {
      return { source: messageOf(reason, t('Failed to start the check. Please try again.')) }
    }
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="form">
      <TextArea
        label={t('Sitemap or addresses')}
        name="source"
        rows={4}
        placeholder="https://old.example/sitemap.xml"
        hint={t('The URL of the old site’s sitemap, or its addresses, one per line.')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
        error={faults['source']}
      />
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={isPending}>
          {t('Check addresses')}
        </Button>
      </div>
    </form>
  )
}
