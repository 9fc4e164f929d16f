import * as z from 'zod/mini'
import { isUuid } from './bearer.ts'
import { invalid } from './wire.ts'

const bytes = z.string().check(z.regex(/^[\w-]+$/))
/** A credential id has at most 1,023 bytes. Source: WebAuthn, 4. */
const credentialId = bytes.check(z.maxLength(1364))
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** The result of `navigator.credentials.create()` as JSON. Source: WebAuthn, RegistrationResponseJSON. */
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z._default(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)), []),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** The result of `navigator.credentials.get()` as JSON. It has a user handle, because no credential was requested by
 *  id. */
const SignedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  }),
})
export type SignedCredential = z.infer<typeof SignedCredential>

export const readNewCredential = (body: Record<string, unknown>) => read(NewCredential, body)
export const readSignedCredential = (body: Record<string, unknown>) => read(SignedCredential, body)

const maxName = 120

/** Returns a passkey's name. */
export function readPasskeyName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name === '' || name.length > maxName) throw invalid(`friendly_name must have 1 to ${maxName} characters`)
  return name
}

function read<Schema extends z.ZodMiniType>(schema: Schema, body: Record<string, unknown>) {
  const { challenge_id: challengeId } = body
  if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID')
  const parsed = schema.safeParse(body.credential)
  if (!parsed.success) throw invalid('credential must be the browser’s response')
  return { challengeId, credential: parsed.data }
}
