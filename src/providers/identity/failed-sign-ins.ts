import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { withClient } from '#kernel/client.ts'
import { job, perform, type Worker } from '#kernel/job.ts'
import { currentTrace } from '#kernel/trace.ts'
import { accountOf, type Auth } from './auth.ts'
import { findUserByEmail } from './users.store.ts'

const hour = 3600

/** Only the job checks whether the address is known, so that the response takes the same time either way. */
const recordFailedSignIn = job('identity.failed-sign-in', {
  summary: () => t('Record a failed sign-in in the audit log'),
  payload: z.object({
    email: z.string(),
    action: z.enum(['sign_in.failed', 'sign_in.blocked']),
    client: z.optional(z.object({ device: z.string(), network: z.string() })),
  }),
  maxAttempts: 3,
})

/** Records that someone entered a wrong password. */
export const recordWrongPassword = ({ db }: Auth, email: string) =>
  recordFailedSignIn.enqueue(db, { email, action: 'sign_in.failed', client: currentTrace()?.client })

/** Records, once per hour, that the limit on sign-in attempts for the account was reached. */
export const recordBlockedSignIn = ({ db }: Auth, email: string) =>
  recordFailedSignIn.enqueue(db, { email, action: 'sign_in.blocked', client: currentTrace()?.client })

export const failedSignInWorker = (auth: Auth): Worker =>
  perform(recordFailedSignIn, async (_, { email, action, client }) => {
    const user = await findUserByEmail(auth.db, email)
    if (!user) return
    const oncePerSeconds = action === 'sign_in.blocked' ? hour : 0
    const entry = { action, account: accountOf(auth, user), by: 'visitor', oncePerSeconds } as const
    await (client ? withClient(client, () => auditAccount(auth.db, entry)) : auditAccount(auth.db, entry))
  })
