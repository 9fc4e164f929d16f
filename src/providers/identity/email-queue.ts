import * as z from 'zod/mini'
import type { Db } from '#kernel/db.ts'
import { job } from '#kernel/job.ts'

/** A mail to be written. It names a mailbox and never a token: that is made when the mail is sent, and only its hash is
 *  stored. `next` is the path on this site to which the person returns. */
export const QueuedEmail = z.union([
  z.object({ kind: z.literal('signup'), email: z.string(), userId: z.optional(z.string()), next: z.string() }),
  z.object({ kind: z.enum(['recovery', 'email_change']), email: z.string(), next: z.string() }),
  z.object({
    kind: z.enum([
      'password_changed',
      'email_changed',
      'factor_added',
      'factor_removed',
      'recovery_codes_made',
      'recovery_codes_removed',
      'passkey_added',
      'passkey_removed',
    ]),
    email: z.string(),
  }),
])
export type QueuedEmail = z.infer<typeof QueuedEmail>

export const sendEmail = job('identity.letter', { summary: 'Send an account email', payload: QueuedEmail })
/** Queues the email in the transaction of the change that it reports. */
export const queueEmail = (db: Db, queued: QueuedEmail) => sendEmail.enqueue(db, queued)
