import { TextInput } from '#ui/field.tsx'

export interface EmailFieldProps {
  /** What was typed as the address in another form of the page. */
  email: string
  onEmail: (email: string) => void
}

/** The address, the same in every form of the sign-in page: what is typed in one stands in the others. */
export const EmailField = ({ email, onEmail, error }: EmailFieldProps & { error: string | undefined }) => (
  <TextInput
    label="E-mail"
    name="email"
    type="email"
    autoComplete="email"
    required
    defaultValue={email}
    error={error}
    onChange={(event) => onEmail(event.target.value)}
  />
)
