import './account.css'
import type { Ref } from 'react'
import { Select, TextInput } from '#ui/field.tsx'
import type { App } from './account.hooks.ts'
import type { Refused } from './identity-client.hooks.ts'

interface Props {
  ref?: Ref<HTMLInputElement>
  error: string | undefined
}

/** Asks which authenticator app the code is from, if there are several. */
export const AppChoice = ({ apps }: { apps: App[] }) =>
  apps.length > 1 && (
    <Select label="App" name="appId">
      {apps.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || 'Authenticator app'}
        </option>
      ))}
    </Select>
  )

/** Where the six digits that an app shows are entered. */
export const AppCodeField = ({ ref, error }: Props) => (
  <TextInput
    ref={ref}
    label="Six-digit code"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    className="code-field"
    required
    error={error}
    hint="Your app shows a new one every 30 seconds."
  />
)

/** What to tell at the field of a code that was refused. */
export const codeFault = ({ code, message }: Refused): string => faults[code ?? ''] ?? message

const faults: Record<string, string> = {
  mfa_verification_failed: 'This code is not right, or was used already.',
  mfa_challenge_expired: 'This took too long. Please try again.',
  mfa_factor_not_found: 'This app is not known any more. Please start again.',
}

/** As a ref: what appears takes the focus. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
