import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'

export const maxLinks = 10
export const maxLabelLength = 50
const maxAddressLength = 2000

/** A page elsewhere that a member calls theirs. `verifiedAt`: when that page was last seen to lead back with `rel=me`. */
export const ProfileLink = z.object({
  label: z.string(),
  url: z.string(),
  verifiedAt: z.nullable(z.iso.datetime()),
})
export type ProfileLink = z.infer<typeof ProfileLink>

/** A member's links in their order, and the same for the account on GitHub that their profile names. */
export const ProfileLinks = z.object({
  links: z.array(ProfileLink),
  githubVerifiedAt: z.nullable(z.iso.datetime()),
})
export type ProfileLinks = z.infer<typeof ProfileLinks>

/** The address as it is kept; null unless it is one of http or https without a user name in it. */
export function webAddress(text: string): string | null {
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text)) return null
  const url = URL.parse(text)
  return url && !url.username && !url.password && url.href.length <= maxAddressLength ? url.href : null
}

const LinkInput = z.object({
  label: z
    .string('Please give the link a label')
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, 'Please give the link a label'),
      z.maxLength(maxLabelLength, `A label must be at most ${maxLabelLength} characters`),
    ),
  url: z.pipe(
    z.string('Please enter an address').check(
      z.trim(),
      z.maxLength(maxAddressLength, { error: 'The address is too long', abort: true }),
      z.refine((text) => webAddress(text) !== null, 'Please enter an address that begins with https:// or http://'),
    ),
    z.transform((text: string) => webAddress(text) ?? text),
  ),
})
export type LinkInput = z.infer<typeof LinkInput>

/** What replaces a member's links. */
export const LinksInput = z.object({
  links: z
    .array(LinkInput, 'Please send a list of links')
    .check(z.maxLength(maxLinks, `Please name at most ${maxLinks} links`), z.check(refuseDoubles)),
})

function refuseDoubles({ value, issues }: z.core.ParsePayload<LinkInput[]>): void {
  for (const [index, { url }] of value.entries()) {
    if (value.findIndex((other) => other.url === url) === index) continue
    issues.push({ code: 'custom', message: 'This address is in the list already', input: value, path: [index, 'url'] })
  }
}

export const getProfileLinks = endpoint('GET /api/users/:id/links', {
  summary: 'List the links of a profile',
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
