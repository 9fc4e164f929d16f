import { t } from '#messages/messages.ts'
import { isRecord } from './is-record.ts'
import { invalid } from './wire.ts'

// A single @. Before it: no spaces, control characters, or characters that are special in headers. Labels come
// after it.
const emailShape = /^[^\s\p{Cc}@<>"(),;:\\]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu
const maxMetadataBytes = 4096

/** Returns the email address in lowercase. */
export function readEmail(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalid(t('An email address is required'))
  if (value.length > 255) throw invalid(t('An email address is too long'))
  if (!emailShape.test(value)) throw invalid(t('Unable to validate email address: invalid format'))
  return value.toLowerCase()
}

export type Metadata = Record<string, unknown>

/** Merges changes into the user's metadata; null removes a key. The size is limited, because every access token
 *  contains the metadata. */
export function mergeMetadata(present: Metadata, sent: unknown): Metadata {
  if (sent === undefined || sent === null) return present
  if (!isRecord(sent)) throw invalid('data must be an object')
  const merged = Object.fromEntries(Object.entries({ ...present, ...sent }).filter(([, value]) => value !== null))
  if (Buffer.byteLength(JSON.stringify(merged)) > maxMetadataBytes) throw invalid('data is larger than 4 KiB')
  return merged
}

/** Returns the user's names, if known. */
export const namesIn = (metadata: Metadata): string[] => Object.values(profileOf(metadata))

/** Returns the metadata from which the profile is created. */
export function profileOf(metadata: Metadata): { username?: string; fullName?: string } {
  const { username, fullName } = metadata
  return {
    ...(typeof username === 'string' && { username }),
    ...(typeof fullName === 'string' && { fullName }),
  }
}
