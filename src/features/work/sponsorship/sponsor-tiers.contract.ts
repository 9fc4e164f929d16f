import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { Cents, CentsText } from './money.contract.ts'
import { Description, RequiredLine, RequiredText } from './sponsorship.contract.ts'

export const maxTiers = 20
const maxBenefits = 20
const maxBenefitLength = 200

/** Source: docs/product.md, Data. `amount`: cents per month. */
export const SponsorTier = z.object({
  id: Id,
  name: z.string(),
  amount: z.int(),
  description: z.string(),
  benefits: z.array(z.string()),
  userId: Id,
})
export type SponsorTier = z.infer<typeof SponsorTier>
/** Sorted by amount, lowest first. */
export const SponsorTierList = z.array(SponsorTier)

/** A list, an object's values, or a string with one benefit per line. Blank benefits are dropped. Source:
 *  docs/product.md, Calls */
const Benefits = z.pipe(
  z.pipe(
    z.union([z.array(z.string()), z.record(z.string(), z.string()), z.string()]),
    z.transform((given: string[] | Record<string, string> | string) => {
      const lines = typeof given === 'string' ? given.split('\n') : Object.values(given)
      return lines.map(visibleLine).filter(Boolean)
    }),
  ),
  z
    .array(
      z.string().check(
        z.maxLength(maxBenefitLength, {
          error: () => t('A benefit must be at most {maxBenefitLength} characters', { maxBenefitLength }),
        }),
      ),
    )
    .check(
      z.maxLength(maxBenefits, { error: () => t('A tier can have at most {maxBenefits} benefits', { maxBenefits }) }),
    ),
)

export const TierInput = z.object({
  name: RequiredLine,
  amount: Cents,
  description: z.nullish(Description),
  benefits: z.nullish(Benefits),
  userId: z.optional(z.unknown()),
})
export type TierInput = z.infer<typeof TierInput>
/** Omitted fields are left unchanged. */
const TierChange = z.partial(TierInput)
export type TierChange = z.infer<typeof TierChange>

/** Parses the form fields: amounts in dollars, and one benefit per line. */
export const TierForm = z.object({
  name: RequiredLine,
  amount: z.pipe(RequiredText, CentsText),
  description: Description,
  benefits: Benefits,
})

/** Source: docs/product.md, Limits. */
export const sizeOf = (cents: number): 'Basic' | 'Premium' | 'Pro' =>
  cents < 1000 ? 'Basic' : cents < 5000 ? 'Premium' : 'Pro'

const changesTiers = { access: 'writer', limits: [perMember('sponsor-tiers', 60, 60)] } as const

export const listOwnSponsorTiers = endpoint('GET /api/users/me/sponsor-tiers', {
  summary: 'List your sponsorship tiers',
  access: 'member',
  answer: SponsorTierList,
})
export const listSponsorTiers = endpoint('GET /api/users/:id/sponsor-tiers', {
  summary: 'List a member’s sponsorship tiers',
  access: 'anyone',
  params: { id: IdText },
  answer: SponsorTierList,
})
export const createSponsorTier = endpoint('POST /api/sponsor-tiers', {
  summary: 'Add a sponsorship tier',
  ...changesTiers,
  body: TierInput,
  answer: SponsorTier,
  creates: true,
  changes: ['members'],
})
export const updateSponsorTier = endpoint('PATCH /api/sponsor-tiers/:id', {
  summary: 'Update a sponsorship tier',
  ...changesTiers,
  params: { id: IdText },
  body: TierChange,
  answer: SponsorTier,
  changes: ['members', 'removals'],
})
export const deleteSponsorTier = endpoint('DELETE /api/sponsor-tiers/:id', {
  summary: 'Delete a sponsorship tier',
  ...changesTiers,
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
  changes: ['members', 'removals'],
})
