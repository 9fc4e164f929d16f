import { useMinPasswordLength } from '#features/site/site.hooks.ts'
import { TextInput } from '#ui/field.tsx'

/** A password to choose, with the fewest characters that this site accepts. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <TextInput
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      error={error}
      hint={`At least ${useMinPasswordLength()} characters.`}
    />
  )
}
