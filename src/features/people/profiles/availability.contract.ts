import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { OptionalWebAddress } from '#schemas/web-addresses.contract.ts'

export const maxAvailabilityText = 80

/** What a member is available for, and a page about it. */
export const Availability = z.object({
  /** May be empty. */
  text: z.string(),
  link: z.nullable(z.string()),
})
export type Availability = z.infer<typeof Availability>

export const AvailabilityInput = z.object({
  text: z.string({ error: () => t('Send text, which may be empty') }).check(
    z.overwrite(visibleLine),
    z.maxLength(maxAvailabilityText, {
      error: () => t('The text must be at most {maxAvailabilityText} characters', { maxAvailabilityText }),
    }),
  ),
  /** Empty: none. */
  link: OptionalWebAddress,
})
export type AvailabilityInput = z.input<typeof AvailabilityInput>

const ofViewer = {
  access: 'member',
  limits: [perMember('availability', 30, 600)],
  changes: ['members', 'removals'],
} as const

export const saveAvailability = endpoint('PUT /api/users/me/availability', {
  summary: 'Show on your profile that you are available for work',
  ...ofViewer,
  body: AvailabilityInput,
  answer: Availability,
})
export const removeAvailability = endpoint('DELETE /api/users/me/availability', {
  summary: 'Stop showing that you are available for work',
  ...ofViewer,
  answer: z.null(),
})
