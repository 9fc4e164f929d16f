import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { checkAddresses } from './check-address.ts'
import { readAddresses } from './old-addresses.ts'
import { faultOf, type Outcome, outcomeLine } from './outcome.contract.ts'

export interface CheckCommand {
  /** A sitemap's URL or file, a file with one URL per line, or a built site's folder. */
  source: string
  /** The URL of the running site, if it is not `siteUrl`. */
  site: string | null
  siteUrl: string
  isJson: boolean
  fetch: SafeFetch
  print: (line: string) => void
  onProgress: (checked: number, total: number) => void
}

/** Requests every old address in the source from the running site, and prints the results in order.
 *  @returns the number of lost addresses @throws AddressSourceError */
export async function printCheck({
  source,
  site,
  siteUrl,
  isJson,
  fetch,
  print,
  onProgress,
}: CheckCommand): Promise<number> {
  const addresses = await readAddresses(source, fetch)
  const outcomes: Outcome[] = []
  let checked = 0
  await checkAddresses({ origin: site ?? siteUrl, publicOrigin: siteUrl, fetch }, addresses, (place, outcome) => {
    outcomes[place] = outcome
    onProgress(++checked, addresses.length)
  })
  const results = addresses.map((address, place) => {
    const outcome = outcomes[place]!
    const reason = faultOf(outcome)
    return { address, isOk: reason === null, reason, ...outcome }
  })
  const failed = results.filter(({ isOk }) => !isOk).length
  const counts = { total: results.length, ok: results.length - failed, failed }
  if (isJson) print(JSON.stringify({ site: site ?? siteUrl, ...counts, results }, null, 2))
  else {
    addresses.forEach((address, place) => print(outcomeLine(address, outcomes[place]!)))
    print(`\nAddresses: ${counts.total}; ok: ${counts.ok}; failed: ${counts.failed}`)
  }
  return failed
}
