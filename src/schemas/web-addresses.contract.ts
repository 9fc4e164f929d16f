import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

/** In characters. */
export const maxAddressLength = 2000

/** Returns the normalized URL, or null unless it is an HTTP(S) URL without credentials. */
export function webAddress(text: string): string | null {
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text)) return null
  const url = URL.parse(text)
  return url && !url.username && !url.password && url.href.length <= maxAddressLength ? url.href : null
}

/** A URL that may be empty, which becomes null. */
export const OptionalWebAddress = z.pipe(
  z.string({ error: () => t('Send a URL, which may be empty') }).check(
    z.trim(),
    z.maxLength(maxAddressLength, { error: () => t('The URL is too long'), abort: true }),
    z.refine((text) => text === '' || webAddress(text) !== null, {
      error: () => t('Enter a URL that begins with https:// or http://'),
    }),
  ),
  z.transform((text: string) => webAddress(text)),
)

/** A URL that may be empty. */
export const WebAddressOrEmpty = z.pipe(
  OptionalWebAddress,
  z.transform((url: string | null) => url ?? ''),
)
