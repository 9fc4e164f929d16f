import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { locales } from '#messages/locales.ts'
import type { Db } from '#kernel/db.ts'
import { job } from '#kernel/job.ts'
import { currentTrace } from '#kernel/trace.ts'

/** An email to send. Contains no token: the token is created when the email is sent, and only its hash is stored.
 *  `next`: the path on this site to return to. */
export const QueuedEmail = z.union([
  z.object({ kind: z.literal('signup'), email: z.string(), userId: z.optional(z.string()), next: z.string() }),
  z.object({ kind: z.enum(['recovery', 'magiclink', 'email_change']), email: z.string(), next: z.string() }),
  /** `email`: the former address. Jobs queued by earlier versions have no `userId`. */
  z.object({ kind: z.literal('email_changed'), email: z.string(), userId: z.optional(z.string()) }),
  /** `at`: when. `method`: how the session started, such as 'password'. */
  z.object({
    kind: z.literal('new_sign_in'),
    email: z.string(),
    userId: z.string(),
    device: z.string(),
    network: z.string(),
    at: z.iso.datetime(),
    method: z.string(),
  }),
  /** `provider`: its name, for people. */
  z.object({ kind: z.enum(['account_connected', 'account_disconnected']), email: z.string(), provider: z.string() }),
  z.object({
    kind: z.enum([
      'password_changed',
      'factor_added',
      'factor_removed',
      'recovery_codes_made',
      'recovery_codes_removed',
      'recovery_code_used',
      'passkey_added',
      'passkey_removed',
    ]),
    email: z.string(),
  }),
])
export type QueuedEmail = z.infer<typeof QueuedEmail>

/** `locale`: the language of the request, for accounts whose member has none. */
const Requested = z.object({ locale: z.optional(z.nullable(z.enum(locales))) })

export const sendEmail = job('identity.letter', {
  summary: () => t('Send an account email'),
  payload: z.intersection(QueuedEmail, Requested),
})
/** Queues the email in the same transaction as the change that the email is about. */
export const queueEmail = (db: Db, queued: QueuedEmail) =>
  sendEmail.enqueue(db, { ...queued, locale: currentTrace()?.locale })
