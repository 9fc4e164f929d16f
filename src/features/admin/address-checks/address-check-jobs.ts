import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job, type JobContext, perform } from '#kernel/job.ts'
import { recordTexts } from '#kernel/trace.ts'
import { Id } from '#schemas/ids.contract.ts'
import {
  addAddresses,
  type Checked,
  endCheck,
  listUnchecked,
  saveOutcomes,
  startCheck,
} from './address-checks.store.ts'
import { addressesInSitemap, AddressSourceError } from './old-addresses.ts'
import { faultOf } from './outcome.contract.ts'

/** The number of addresses to check before saving their results. */
const batchSize = 100

/** Resumes an interrupted check. */
export const runAddressCheck = job('address-checks.run', {
  summary: () => t('Check old addresses'),
  payload: z.object({ checkId: Id }),
  queue: 'address-checks',
  maxAttempts: 10,
  callsOut: true,
})

export const addressCheckWorkers = [
  perform(runAddressCheck, async (ctx, { checkId }) => {
    const check = await startCheck(ctx.db, checkId)
    if (!check) return
    try {
      const { sitemapUrl, hasAddresses } = check
      if (sitemapUrl !== null && !hasAddresses)
        await addAddresses(ctx.db, checkId, await recordTexts(() => addressesInSitemap(sitemapUrl, ctx.fetch)))
      await ctx.ownServer.whileOpen((origin) => checkAll(ctx, checkId, origin))
      await endCheck(ctx.db, checkId, null)
    } catch (reason) {
      if (!(reason instanceof AddressSourceError)) throw reason
      await endCheck(ctx.db, checkId, reason.message)
    }
  }),
]

async function checkAll({ db, fetch, siteUrl }: JobContext, checkId: number, origin: string): Promise<void> {
  const { checkAddresses } = await import('./check-address.ts')
  const site = { origin, host: new URL(siteUrl).host, publicOrigin: siteUrl, fetch }
  for (;;) {
    const waiting = await listUnchecked(db, checkId, batchSize)
    if (waiting.length === 0) return
    const checked: Checked[] = []
    const addresses = waiting.map(({ address }) => address)
    await checkAddresses(site, addresses, (at, outcome) =>
      checked.push({ place: waiting[at]!.place, isOk: faultOf(outcome) === null, outcome }),
    )
    await saveOutcomes(db, checkId, checked)
  }
}
