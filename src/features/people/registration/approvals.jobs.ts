import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { locales } from '#messages/locales.ts'
import { job } from '#kernel/job.ts'

/** The address, the username, and the language are part of the job because a declined account no longer exists. Jobs from
 *  earlier versions have no username. */
export const emailDecision = job('registration.mail', {
  summary: () => t('Email a new member about an administrator’s decision'),
  payload: z.object({
    email: z.string(),
    username: z._default(z.nullable(z.string()), null),
    isApproved: z.boolean(),
    locale: z._default(z.nullable(z.enum(locales)), null),
  }),
})
