import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { visibleLine } from '#schemas/names.contract.ts'

/** A passkey from the identity provider. `backed_up`: whether it is also stored outside the device; unknown for hosted
 *  projects. */
export const Passkey = z.object({
  id: z.string(),
  friendly_name: z._default(z.string(), ''),
  backed_up: z.optional(z.boolean()),
  created_at: z.string(),
  last_used_at: z.optional(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

/** The name of a passkey. */
export const PasskeyName = z.object({
  name: z
    .string()
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, { error: () => t('Enter a name for the passkey') }),
      z.maxLength(120, { error: () => t('Use at most 120 characters') }),
    ),
})

export const nameOf = ({ friendly_name: name }: Passkey): string => name || t('Passkey')

/** A failed ceremony, as the identity provider's client describes it. */
export interface CeremonyFault {
  name: string
  code: string
}

const cannotKeep = () => t('This device can’t store a passkey. It needs a screen lock, a fingerprint reader, or a PIN.')
const wrongAddress = () => t('Passkeys only work at this site’s configured address. Open the site there.')
const byCode: Record<string, () => string> = {
  ERROR_INVALID_DOMAIN: wrongAddress,
  ERROR_INVALID_RP_ID: wrongAddress,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: () => t('This device already has a passkey for your account.'),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: cannotKeep,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: cannotKeep,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: cannotKeep,
}

/** Returns the message for a failed ceremony. For privacy, browsers do not reveal whether the user closed the prompt,
 *  it timed out, or there is no passkey: `canceled` covers all three. */
export const ceremonyWords = ({ name, code }: CeremonyFault, canceled: string): string =>
  name === 'NotAllowedError' || name === 'AbortError'
    ? canceled
    : (byCode[code]?.() ?? t('Your browser could not use a passkey. Try again.'))
