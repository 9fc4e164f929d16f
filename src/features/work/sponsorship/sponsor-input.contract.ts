import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { profileFields } from '#features/people/profiles/new-profile.contract.ts'
import { shownName } from '#schemas/names.contract.ts'
import { centsOf, invalidAmount, maxCents } from './money.contract.ts'
import { fillInAll } from './sponsorship.contract.ts'

/** Cleans up a name: one line without invisible characters, at most 100 characters. */
export const nameOf = (text: string): string =>
  shownName(text)
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')

/** Returns the normalized http(s) URL; null for any other text. */
export function webAddressOf(text: string): string | null {
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text)) return null
  const url = URL.parse(text)
  return url && !url.username && !url.password && url.href.length <= 2000 ? url.href : null
}

const Name = z.string().check(z.overwrite(nameOf))
const Address = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || webAddressOf(text) !== null, {
      error: () => t('Enter a URL that begins with https://'),
    }),
  ),
  z.transform((text: string) => webAddressOf(text)),
)
const Amount = z.nullable(
  z.int({ error: invalidAmount }).check(z.gte(0, { error: invalidAmount }), z.lte(maxCents, { error: invalidAmount })),
)
const invalidMonth = () => t('Enter a month such as 2023-06')
const Since = z.nullable(
  z.string({ error: invalidMonth }).check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, { error: invalidMonth })),
)

const fields = {
  displayName: z.optional(Name),
  username: z.optional(Name),
  profileImage: z.nullish(profileFields.profileImage),
  profileUrl: z.nullish(Address),
  amount: z.optional(Amount),
  since: z.optional(Since),
  isPrivate: z._default(z.boolean(), false),
  userId: z.optional(z.unknown()),
}
const needsName = (sponsor: { isPrivate: boolean; displayName?: string | undefined }) =>
  sponsor.isPrivate || Boolean(sponsor.displayName)
const nameMissing = { error: fillInAll, path: ['displayName'] }

/** A sponsor to add, or the new fields of an existing one. */
export const SponsorInput = z.object(fields).check(z.refine(needsName, nameMissing))
export type SponsorInput = z.infer<typeof SponsorInput>

/** Parses the form fields. */
export const SponsorForm = z
  .object({
    displayName: Name,
    username: Name,
    profileUrl: Address,
    profileImage: profileFields.profileImage,
    amount: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => (text.trim() === '' ? null : centsOf(text) || NaN)),
      ),
      Amount,
    ),
    since: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.trim() || null),
      ),
      Since,
    ),
    isPrivate: z.pipe(
      z.string(),
      z.transform((text: string) => text === 'true'),
    ),
  })
  .check(z.refine(needsName, nameMissing))
