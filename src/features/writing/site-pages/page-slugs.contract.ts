import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { maxSlugLength, normalSlug, slugInPath, slugPattern } from './page-paths.contract.ts'

const maxParts = 3
const tooLong = () => t('An address can have at most {maxSlugLength} characters', { maxSlugLength })

/** A page's address without the leading slash: `about`, `talks/2024`. Accepts surrounding slashes and uppercase
 *  letters. */
export const PageSlug = z.string({ error: () => t('Choose an address, such as about') }).check(
  z.maxLength(2 * maxSlugLength, { error: tooLong, abort: true }),
  z.overwrite(normalSlug),
  z.minLength(1, { error: () => t('Choose an address, such as about'), abort: true }),
  z.maxLength(maxSlugLength, { error: tooLong, abort: true }),
  z.regex(slugPattern, {
    error: () =>
      t('Use lowercase letters, digits, and hyphens between them, in up to {maxParts} parts separated by slashes', {
        maxParts,
      }),
  }),
)

/** Returns a slug for a title or for an address on another site, or null if nothing in it can be part of a slug: `Über
 *  uns` → `uber-uns`, `/talks/2024/index.html` → `talks/2024`. */
export function slugFrom(text: string): string | null {
  const parts = text
    .replace(/(?:\/index)?\.html?$/i, '')
    .split('/')
    .map((part) =>
      slugOf(part)
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .filter(Boolean)
  return slugInPath(parts.slice(0, maxParts).join('/').slice(0, maxSlugLength).replaceAll(/[-/]$/g, ''))
}
