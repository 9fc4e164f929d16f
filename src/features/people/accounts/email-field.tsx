import { t } from '#messages/messages.ts'
import { TextInput } from '#ui/field.tsx'

export interface EmailFieldProps {
  /** The address typed in any form on the page. */
  email: string
  onEmail: (email: string) => void
}

/** The field for the email address, whose value all forms on the sign-in page share. */
export const EmailField = ({ email, onEmail, error }: EmailFieldProps & { error: string | undefined }) => (
  <TextInput
    label={t('Email')}
    name="email"
    type="email"
    autoComplete="email"
    required
    defaultValue={email}
    error={error}
    onChange={(event) => onEmail(event.target.value)}
  />
)
