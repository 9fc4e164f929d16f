import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

export const emailRoleChange = job('roles.mail', {
  summary: () => t('Email a member whose role has changed'),
  payload: z.object({ changeId: z.int() }),
})
