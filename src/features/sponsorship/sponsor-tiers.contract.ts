import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'
import { visibleLine } from '#features/names/names.contract.ts'
import { mePath, userPath } from '#features/profiles/profiles.contract.ts'
import { Cents, CentsText } from './money.contract.ts'
import { Description, RequiredLine, RequiredText } from './sponsorship.contract.ts'

export const tiersPath = '/api/sponsor-tiers'
export const tierPath = (id: number | ':id') => `${tiersPath}/${id}` as const
export const ownTiersPath = `${mePath}/sponsor-tiers` as const
export const userTiersPath = (id: number | ':id') => `${userPath(id)}/sponsor-tiers` as const

export const maxTiers = 20
const maxBenefits = 20
const maxBenefitLength = 200

/** Source: spec §3. `amount`: cents a month. */
export const SponsorTier = z.object({
  id: Id,
  name: z.string(),
  amount: z.int(),
  description: z.string(),
  benefits: z.array(z.string()),
  userId: Id,
})
export type SponsorTier = z.infer<typeof SponsorTier>
/** The smallest first. */
export const SponsorTierList = z.array(SponsorTier)

/** A list, an object's values, or a text with a line for each; blank ones are left out. Source: decisions, benefits */
const Benefits = z.pipe(
  z.pipe(
    z.union([z.array(z.string()), z.record(z.string(), z.string()), z.string()]),
    z.transform((given: string[] | Record<string, string> | string) => {
      const lines = typeof given === 'string' ? given.split('\n') : Object.values(given)
      return lines.map(visibleLine).filter(Boolean)
    }),
  ),
  z
    .array(z.string().check(z.maxLength(maxBenefitLength, `A benefit must be at most ${maxBenefitLength} characters`)))
    .check(z.maxLength(maxBenefits, `Please name at most ${maxBenefits} benefits`)),
)

export const TierInput = z.object({
  name: RequiredLine,
  amount: Cents,
  description: z.nullish(Description),
  benefits: z.nullish(Benefits),
  userId: z.optional(z.unknown()),
})
export type TierInput = z.infer<typeof TierInput>
/** What is left out stays. */
export const TierChange = z.partial(TierInput)
export type TierChange = z.infer<typeof TierChange>

/** As the fields of its form have it: dollars, and a line for each benefit. */
export const TierForm = z.object({
  name: RequiredLine,
  amount: z.pipe(RequiredText, CentsText),
  description: Description,
  benefits: Benefits,
})

/** Source: spec §9. */
export const sizeOf = (cents: number): 'Basic' | 'Premium' | 'Pro' =>
  cents < 1000 ? 'Basic' : cents < 5000 ? 'Premium' : 'Pro'
