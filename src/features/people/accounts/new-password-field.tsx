import { t } from '#messages/messages.ts'
import { useMinPasswordLength } from '#features/discovery/site/site.hooks.ts'
import { TextInput } from '#ui/field.tsx'

/** A field for a new password that shows the site's minimum length. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  const count = useMinPasswordLength()
  return (
    <TextInput
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      error={error}
      hint={t('At least {count} characters.', { count })}
    />
  )
}
