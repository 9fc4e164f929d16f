import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { maxAddressLength, webAddress } from '#schemas/web-addresses.contract.ts'

export const maxLinks = 10
export const maxLabelLength = 50

/** A member's page on another site. `verifiedAt` is when that page was last found to link back with `rel=me`. */
export const ProfileLink = z.object({
  label: z.string(),
  url: z.string(),
  verifiedAt: z.nullable(z.iso.datetime()),
})
export type ProfileLink = z.infer<typeof ProfileLink>

/** A member's links, in order, and the verification status of their profile's GitHub account. */
export const ProfileLinks = z.object({
  links: z.array(ProfileLink),
  githubVerifiedAt: z.nullable(z.iso.datetime()),
})
export type ProfileLinks = z.infer<typeof ProfileLinks>

const LinkInput = z.object({
  label: z.string({ error: () => t('Enter a label') }).check(
    z.overwrite(visibleLine),
    z.minLength(1, { error: () => t('Enter a label') }),
    z.maxLength(maxLabelLength, {
      error: () => t('A label must be at most {maxLabelLength} characters', { maxLabelLength }),
    }),
  ),
  url: z.pipe(
    z.string({ error: () => t('Enter a URL') }).check(
      z.trim(),
      z.maxLength(maxAddressLength, { error: () => t('The URL is too long'), abort: true }),
      z.refine((text) => webAddress(text) !== null, {
        error: () => t('Enter a URL that begins with https:// or http://'),
      }),
    ),
    z.transform((text: string) => webAddress(text) ?? text),
  ),
})
export type LinkInput = z.infer<typeof LinkInput>

export const LinksInput = z.object({
  links: z
    .array(LinkInput, { error: () => t('Send a list of links') })
    .check(
      z.maxLength(maxLinks, { error: () => t('Add at most {maxLinks} links', { maxLinks }) }),
      z.check(refuseDuplicates),
    ),
})

function refuseDuplicates({ value, issues }: z.core.ParsePayload<LinkInput[]>): void {
  for (const [index, { url }] of value.entries()) {
    if (value.findIndex((other) => other.url === url) === index) continue
    issues.push({ code: 'custom', message: t('This URL is already in the list'), input: value, path: [index, 'url'] })
  }
}

export const getProfileLinks = endpoint('GET /api/users/:id/links', {
  summary: 'List a profile’s links',
  access: 'anyone',
  params: { id: IdText },
  answer: ProfileLinks,
})
export const replaceProfileLinks = endpoint('PUT /api/users/me/links', {
  summary: 'Replace your profile links',
  access: 'member',
  body: LinksInput,
  answer: ProfileLinks,
  limits: [perMember('links', 30, 600)],
  changes: ['members', 'removals'],
})
