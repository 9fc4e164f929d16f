import { isRecord } from './is-record.ts'
import { invalid } from './wire.ts'

// One @; no blank, control or header-breaking character before it; labels after it.
const emailShape = /^[^\s\p{Cc}@<>"(),;:\\]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu
const maxMetadataBytes = 4096

/** The address in lower case. */
export function readEmail(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalid('An email address is required')
  if (value.length > 255) throw invalid('An email address is too long')
  if (!emailShape.test(value)) throw invalid('Unable to validate email address: invalid format')
  return value.toLowerCase()
}

export type Metadata = Record<string, unknown>

/** What the user stores about themselves, laid over what was there; null removes a key. It travels in every access
 *  token, so it is kept small. */
export function mergeMetadata(present: Metadata, sent: unknown): Metadata {
  if (sent === undefined || sent === null) return present
  if (!isRecord(sent)) throw invalid('data must be an object')
  const merged = Object.fromEntries(Object.entries({ ...present, ...sent }).filter(([, value]) => value !== null))
  if (Buffer.byteLength(JSON.stringify(merged)) > maxMetadataBytes) throw invalid('data is larger than 4 KiB')
  return merged
}

/** The member's names, as far as they are known here. */
export const namesIn = (metadata: Metadata): string[] => Object.values(profileOf(metadata))

/** What the profile is made from. */
export function profileOf(metadata: Metadata): { username?: string; fullName?: string } {
  const { username, fullName } = metadata
  return {
    ...(typeof username === 'string' && { username }),
    ...(typeof fullName === 'string' && { fullName }),
  }
}
