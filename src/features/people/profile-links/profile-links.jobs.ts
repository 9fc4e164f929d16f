import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

export const checkProfileLinks = job('profile-links.check', {
  summary: () => t('Verify a profile’s links'),
  payload: z.object({ memberId: z.int() }),
  key: ({ memberId }) => String(memberId),
  queue: 'profile-links.check',
  callsOut: true,
})
