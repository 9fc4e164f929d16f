import * as z from 'zod/mini'
import { visibleLine } from '#schemas/names.contract.ts'

/** A passkey as the identity provider lists it. `backed_up`: also kept outside the device; a hosted project does not say. */
export const Passkey = z.object({
  id: z.string(),
  friendly_name: z._default(z.string(), ''),
  backed_up: z.optional(z.boolean()),
  created_at: z.string(),
  last_used_at: z.optional(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

/** What the member calls a passkey. */
export const PasskeyName = z.object({
  name: z
    .string()
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, 'Please give the passkey a name'),
      z.maxLength(120, 'At most 120 characters'),
    ),
})

export const nameOf = ({ friendly_name: name }: Passkey): string => name || 'Passkey'

/** How a browser refuses a ceremony, in the terms of the identity provider's client. */
export interface CeremonyFault {
  name: string
  code: string
}

const cannotKeep = 'This device cannot keep a passkey. It needs a screen lock, a fingerprint reader or a PIN.'
const wrongAddress = 'Passkeys work only at the address that this site knows as its own. Please open it there.'
const byCode: Record<string, string> = {
  ERROR_INVALID_DOMAIN: wrongAddress,
  ERROR_INVALID_RP_ID: wrongAddress,
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device has a passkey for your account already.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: cannotKeep,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: cannotKeep,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: cannotKeep,
}

/** What to tell a person whose browser refused. For privacy it does not say whether they closed its window, let it wait
 *  too long or have no passkey: `cancelled` names them all. */
export const ceremonyWords = ({ name, code }: CeremonyFault, cancelled: string): string =>
  name === 'NotAllowedError' || name === 'AbortError'
    ? cancelled
    : (byCode[code] ?? 'Your browser could not use a passkey. Please try again.')
