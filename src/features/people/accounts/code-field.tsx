import './account.css'
import type { Ref } from 'react'
import { t } from '#messages/messages.ts'
import { Select, TextInput } from '#ui/field.tsx'
import type { App } from './account.hooks.ts'
import type { Refused } from './identity-client.hooks.ts'

interface Props {
  ref?: Ref<HTMLInputElement>
  error: string | undefined
}

/** The authenticator app selector, if the member has several apps. */
export const AppChoice = ({ apps }: { apps: App[] }) =>
  apps.length > 1 && (
    <Select label={t('App')} name="appId">
      {apps.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || t('Authenticator app')}
        </option>
      ))}
    </Select>
  )

/** The field for an app's six-digit code. */
export const AppCodeField = ({ ref, error }: Props) => (
  <TextInput
    ref={ref}
    label={t('Six-digit code')}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    className="code-field"
    required
    error={error}
    hint={t('Your app shows a new code every 30 seconds.')}
  />
)

/** Returns the error for a rejected code. */
export const codeFault = ({ code, message }: Refused): string => faults[code ?? ''] ?? message

const faults: Record<string, string> = {
  mfa_verification_failed: t('This code is wrong or was already used.'),
  mfa_challenge_expired: t('This took too long. Try again.'),
  mfa_factor_not_found: t('This app was removed. Start again.'),
}

/** A ref callback that focuses an element when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
