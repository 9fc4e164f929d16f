import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { PartialDate } from '#schemas/partial-dates.contract.ts'
import { WebAddressOrEmpty } from '#schemas/web-addresses.contract.ts'

export const maxTalks = 50
export const maxTalkLine = 150
export const maxTalkDescription = 500

/** A talk that a member has given or will give. All fields but the title may be empty. `date`: `2024`, `2024-05`, or
 *  `2024-05-31`. */
export const Talk = z.object({
  title: z.string(),
  event: z.string(),
  place: z.string(),
  date: z.string(),
  slidesUrl: z.string(),
  videoUrl: z.string(),
  description: z.string(),
})
export type Talk = z.infer<typeof Talk>

/** A member's talks, in order. */
export const Talks = z.object({ talks: z.array(Talk) })
export type Talks = z.infer<typeof Talks>

const line = (missing: string | { error: () => string }) =>
  z
    .string(missing)
    .check(
      z.overwrite(visibleLine),
      z.maxLength(maxTalkLine, { error: () => t('Use at most {maxTalkLine} characters', { maxTalkLine }) }),
    )

const untitled = { error: () => t('Enter a title') }
const TalkInput = z.object({
  title: line(untitled).check(z.minLength(1, untitled)),
  event: line('event must be text'),
  place: line('place must be text'),
  date: PartialDate,
  slidesUrl: WebAddressOrEmpty,
  videoUrl: WebAddressOrEmpty,
  description: z.string('description must be text').check(
    z.overwrite((text) => text.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim()),
    z.maxLength(maxTalkDescription, {
      error: () => t('The description must be at most {maxTalkDescription} characters', { maxTalkDescription }),
    }),
  ),
})
export const TalksInput = z.object({
  talks: z
    .array(TalkInput, 'talks must be a list')
    .check(z.maxLength(maxTalks, { error: () => t('Add at most {maxTalks} talks', { maxTalks }) })),
})

export const getTalks = endpoint('GET /api/users/:id/talks', {
  summary: 'List a member’s talks',
  access: 'anyone',
  params: { id: IdText },
  answer: Talks,
})
export const replaceTalks = endpoint('PUT /api/users/me/talks', {
  summary: 'Replace your talks',
  access: 'member',
  body: TalksInput,
  answer: Talks,
  limits: [perMember('talks', 30, 600)],
  changes: ['members', 'removals'],
})
