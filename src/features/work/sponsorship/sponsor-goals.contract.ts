import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { GoalDollars, GoalDollarsText, invalidAmount, maxGoalDollars, wholeDollarsOf } from './money.contract.ts'
import { Description, RequiredLine, RequiredText } from './sponsorship.contract.ts'

/** Source: docs/product.md, Data. In whole dollars: `amount` is the monthly goal. `current` is the amount raised:
 *  `ownCurrent` if the member has set it, otherwise the total from active sponsors. `month`: the current month in
 *  UTC, such as `2026-11`. */
export const SponsorGoal = z.object({
  id: Id,
  title: z.string(),
  amount: z.int(),
  current: z.int(),
  ownCurrent: z.nullable(z.int()),
  description: z.string(),
  month: z.string(),
  userId: Id,
})
export type SponsorGoal = z.infer<typeof SponsorGoal>

const OwnCurrent = z.nullable(
  z
    .int({ error: invalidAmount })
    .check(z.gte(0, { error: invalidAmount }), z.lte(maxGoalDollars, { error: invalidAmount })),
)

export const GoalInput = z.object({
  title: RequiredLine,
  amount: GoalDollars,
  ownCurrent: z.optional(OwnCurrent),
  description: z.nullish(Description),
  userId: z.optional(z.unknown()),
})
export type GoalInput = z.infer<typeof GoalInput>
/** Omitted fields are left unchanged. */
const GoalChange = z.partial(GoalInput)
export type GoalChange = z.infer<typeof GoalChange>

/** Parses the form fields. If `ownCurrent` is empty, the total from sponsors is used. */
export const GoalForm = z.object({
  title: RequiredLine,
  amount: z.pipe(RequiredText, GoalDollarsText),
  ownCurrent: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => (text.trim() === '' ? null : (wholeDollarsOf(text) ?? NaN))),
    ),
    OwnCurrent,
  ),
  description: Description,
})

/** Returns the progress toward the goal, from 0 to 100 percent, rounded down. */
export const percentOf = ({ current, amount }: Pick<SponsorGoal, 'current' | 'amount'>): number =>
  Math.min(100, Math.floor((current * 100) / amount))

/** The error message when a member adds a second goal (409). */
export const oneGoalOnly = () => t('You already have a goal. Edit that one.')

const changesGoal = { access: 'writer', limits: [perMember('sponsor-goals', 60, 60)] } as const

/** Null for a member without a goal. */
export const getOwnSponsorGoal = endpoint('GET /api/users/me/sponsor-goal', {
  summary: 'Get your sponsorship goal',
  access: 'member',
  answer: z.nullable(SponsorGoal),
})
/** Null for a member without a goal. */
export const getSponsorGoal = endpoint('GET /api/users/:id/sponsor-goal', {
  summary: 'Get a member’s sponsorship goal',
  access: 'anyone',
  params: { id: IdText },
  answer: z.nullable(SponsorGoal),
})
export const createSponsorGoal = endpoint('POST /api/sponsor-goals', {
  summary: 'Set a sponsorship goal',
  ...changesGoal,
  body: GoalInput,
  answer: SponsorGoal,
  creates: true,
  changes: ['members'],
})
export const updateSponsorGoal = endpoint('PATCH /api/sponsor-goals/:id', {
  summary: 'Update a sponsorship goal',
  ...changesGoal,
  params: { id: IdText },
  body: GoalChange,
  answer: SponsorGoal,
  changes: ['members', 'removals'],
})
export const deleteSponsorGoal = endpoint('DELETE /api/sponsor-goals/:id', {
  summary: 'Delete a sponsorship goal',
  ...changesGoal,
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
  changes: ['members', 'removals'],
})
