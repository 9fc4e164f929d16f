import { t } from '#messages/messages.ts'
import { TextInput } from '#ui/field.tsx'

/** The field for the current password in forms that change the account. */
export const CurrentPasswordField = ({ error }: { error: string | undefined }) => (
  <TextInput
    label={t('Current password')}
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    required
    error={error}
  />
)
