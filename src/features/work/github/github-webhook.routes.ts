import { inTransaction } from '#kernel/db.ts'
import { implement } from '#kernel/implement.ts'
import { readSigned } from '#providers/github/signed-deliveries.ts'
import { describeEvent } from './describe-event.ts'
import { lockAccount } from './github-accounts.store.ts'
import { listAccountsOf, recordDelivery } from './github-deliveries.store.ts'
import { readDelivery } from './github-delivery.ts'
import { receiveGithubDelivery } from './github-webhook.contract.ts'
import { saveDeliveredEvent } from './save-events.ts'

/** Enough for a push with many commits. Larger events arrive with the next sync. */
const maxBytes = 2 * 1024 * 1024

export const githubWebhookRoutes = [
  implement(receiveGithubDelivery, async ({ request, ctx }) => {
    const { id, kind, signature, body } = await readSigned(request, ctx.githubWebhookSecret, maxBytes)
    const delivered = readDelivery(kind, body, ctx.clock.now())
    const event = delivered && describeEvent(delivered.event)
    if (!event?.activity) return answered('ignored')
    const isNew = await inTransaction(ctx.db, async (db) => {
      if (!(await recordDelivery(db, id, signature, ctx.clock.now()))) return false
      for (const accountId of await listAccountsOf(db, delivered!.sender))
        if (await lockAccount(db, accountId)) await saveDeliveredEvent(db, accountId, event)
      return true
    })
    return answered(isNew ? 'taken' : 'known')
  }),
]

const answered = (result: 'taken' | 'known' | 'ignored') => Response.json({ result }, { status: 202 })
