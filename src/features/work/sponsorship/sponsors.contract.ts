import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { dollars, grouped } from './money.contract.ts'
import { SponsorInput } from './sponsor-input.contract.ts'

/** Number of avatars on a card, and the default list length. Source: docs/product.md, Limits. */
export const sponsorsOnCard = 5
export const maxSponsors = 20_000

/** Source: docs/product.md, Data. Private sponsors have no name, picture, or link. */
export const Sponsor = z.object({
  id: Id,
  displayName: z.string(),
  username: z.string(),
  profileImage: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  isPrivate: z.boolean(),
})
export type Sponsor = z.infer<typeof Sponsor>
/** The name of private sponsors in answers. */
export const privateSponsor = 'Private sponsor'
/** Returns the sponsor's name to show. */
export const sponsorName = ({ isPrivate, displayName }: Pick<Sponsor, 'isPrivate' | 'displayName'>): string =>
  isPrivate ? t('Private sponsor') : displayName

/** A sponsor as the sponsored member sees them. `amount`: cents per month, 0 for one-time sponsors; `since`: `2023-06`.
 *  Both are null if unknown. */
export const OwnSponsor = z.extend(Sponsor, {
  source: z.enum(['manual', 'github', 'import']),
  amount: z.nullable(z.int()),
  since: z.nullable(z.string()),
})
export type OwnSponsor = z.infer<typeof OwnSponsor>

/** Public sponsors first, newest first. `total` includes private ones. */
export const SponsorList = z.object({ sponsors: z.array(Sponsor), ...pageFields })
export type SponsorList = z.infer<typeof SponsorList>
export const OwnSponsorList = z.object({ sponsors: z.array(OwnSponsor), ...pageFields })
export type OwnSponsorList = z.infer<typeof OwnSponsorList>

export const SponsorsQuery = z.object({
  page: PageQuery.shape.page,
  limit: z._default(PageQuery.shape.limit, sponsorsOnCard),
})
export type SponsorsQuery = z.infer<typeof SponsorsQuery>

/** `1 sponsor`, `10,000 sponsors`. */
export const sponsorsCounted = (total: number): string =>
  t('{total, plural, one {{number} sponsor} other {{number} sponsors}}', { total, number: grouped(total) })

/** `$5/mo`, which is also the default for an unknown amount. Source: docs/product.md, Sponsorship */
export const amountShown = (cents: number | null): string =>
  cents === 0 ? t('One-time') : t('{amount}/mo', { amount: dollars(cents ?? 500) })

/** `June 2023` from `2023-06`. */
export const monthShown = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `Since June 2023`, which is also the default for an unknown month. */
export const sinceShown = (since: string | null): string =>
  t('Since {month}', { month: monthShown(since ?? '2023-06') })

/** Sponsors from GitHub cannot be edited on this site. Only readers can remove them, because others' would be added
 *  again. */
export const isFromGithub = ({ source }: Pick<OwnSponsor, 'source'>): boolean => source === 'github'
export const managedByGithub = () => t('This sponsor comes from GitHub Sponsors and is updated from there.')

const changesSponsors = { access: 'writer', limits: [perMember('sponsors', 120, 60)] } as const

export const listOwnSponsors = endpoint('GET /api/users/me/sponsors', {
  summary: 'List your sponsors',
  access: 'member',
  query: SponsorsQuery,
  answer: OwnSponsorList,
})
export const listSponsors = endpoint('GET /api/users/:id/sponsors', {
  summary: 'List a member’s sponsors',
  access: 'anyone',
  params: { id: IdText },
  query: SponsorsQuery,
  answer: SponsorList,
})
export const createSponsor = endpoint('POST /api/sponsors', {
  summary: 'Add a sponsor',
  ...changesSponsors,
  body: SponsorInput,
  answer: OwnSponsor,
  creates: true,
  changes: ['members'],
})
export const updateSponsor = endpoint('PUT /api/sponsors/:id', {
  summary: 'Update a sponsor',
  ...changesSponsors,
  params: { id: IdText },
  body: SponsorInput,
  answer: OwnSponsor,
  changes: ['members', 'removals'],
})
export const deleteSponsor = endpoint('DELETE /api/sponsors/:id', {
  summary: 'Remove a sponsor',
  ...changesSponsors,
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
  changes: ['members', 'removals'],
})
