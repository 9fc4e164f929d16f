import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { runAddressCheck } from './address-check-jobs.ts'
import { CheckQuery, getAddressCheck, startAddressCheck } from './address-checks.contract.ts'
import { createCheck, findLatestCheck } from './address-checks.store.ts'
import { addressesInText, AddressSourceError } from './old-addresses.ts'

export const addressCheckRoutes = [
  implement(getAddressCheck, ({ query, ctx }) => findLatestCheck(ctx.db, query)),
  implement(startAddressCheck, async ({ body, member, ctx: { db } }) => {
    const source = sourceOf(body.source.trim())
    await inTransaction(db, async (tx) => {
      const checkId = await createCheck(tx, { memberId: member.id, ...source })
      await runAddressCheck.enqueue(tx, { checkId })
    })
    return found((await findLatestCheck(db, CheckQuery.parse({}))).check, 'Check')
  }),
]

/** Fetches a single URL that looks like a sitemap; treats anything else as a list of addresses.
 *  @throws AppError invalid_input */
function sourceOf(text: string): { sitemapUrl: string | null; addresses: string[] } {
  const url = /\s/.test(text) ? null : URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && /\.(xml|txt)(\.gz)?$|\.gz$|sitemap/i.test(url.pathname))
    return { sitemapUrl: url.href, addresses: [] }
  try {
    return { sitemapUrl: null, addresses: addressesInText(text) }
  } catch (reason) {
    if (!(reason instanceof AddressSourceError)) throw reason
    throw new AppError('invalid_input', reason.message, { issues: [{ path: 'source', message: reason.message }] })
  }
}
