import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

/** Maximum length of a slug in UTF-16 code units. */
export const maxSlugLength = 100

/** Returns a readable final URL segment: lowercase, words joined by hyphens, Latin letters without accents. Other
 *  scripts are kept. `Hello, Wörld!` becomes `hello-world`. Truncates a long slug after a word. Returns an empty string
 *  if nothing is left. */
export function slugOf(text: string): string {
  const slug = text
    .toWellFormed()
    .replaceAll(/[’']/g, '')
    .normalize('NFKD')
    .replaceAll(/(?<=\p{sc=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  if (slug.length <= maxSlugLength) return slug
  const cut = slug.slice(0, maxSlugLength).toWellFormed().replaceAll('\uFFFD', '')
  const end = cut.lastIndexOf('-')
  return end > maxSlugLength / 2 ? cut.slice(0, end) : cut.replace(/-$/, '')
}

const invalid = { error: () => t('An address must contain a letter or digit') }

/** A slug as typed by the user, parsed to its normalized form. */
export const Slug = z.pipe(
  z.string(invalid).check(
    z.maxLength(500, { error: () => t('The address is too long'), abort: true }),
    z.refine((text) => slugOf(text) !== '', invalid),
  ),
  z.transform(slugOf),
)
