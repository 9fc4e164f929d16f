import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

export const emailRoleChange = job('roles.mail', {
  summary: 'Email a member whose role has changed',
  payload: z.object({ changeId: z.int() }),
})
