import { TextInput } from '#ui/field.tsx'

/** The password that the account has now; forms that change the account ask for it. */
export const CurrentPasswordField = ({ error }: { error: string | undefined }) => (
  <TextInput
    label="Current password"
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    required
    error={error}
  />
)
