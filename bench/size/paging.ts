import type { SizeRequest } from './requests.ts'
import { withQuery } from './requests.ts'
import { sample, type SizedSite } from './sites.ts'

/** Replaces requests for lists by requests for a page in the middle and for the last full page. Lists with a single page
 *  are left out. */
export async function deepPages(sized: SizedSite, requests: SizeRequest[]): Promise<SizeRequest[]> {
  const found: SizeRequest[] = []
  for (const request of requests) {
    const { paging } = request
    if (paging === undefined) found.push(request)
    else {
      const last = await lastPage(sized, request, paging)
      const at = (page: number, what: string): SizeRequest => ({
        name: `${request.name}?${paging}=${what}`,
        caller: request.caller,
        path: withQuery(request.path, { [paging]: String(page) }),
      })
      const middle = Math.ceil(last / 2)
      // The same page would be cached the second time.
      if (last > 2) found.push(at(middle, 'middle'), at(last - 1 === middle ? last : last - 1, 'last'))
    }
  }
  return found
}

/** Calls state the number of pages. Screens respond with 404 beyond the last page. */
async function lastPage(sized: SizedSite, request: SizeRequest, paging: string): Promise<number> {
  if (request.path.startsWith('/api/')) {
    const { body } = await sample(sized, request)
    const list: unknown = JSON.parse(body.toString())
    return typeof list === 'object' && list !== null && 'totalPages' in list ? Number(list.totalPages) : 1
  }
  const exists = async (page: number) =>
    (await sample(sized, { ...request, path: withQuery(request.path, { [paging]: String(page) }) })).status === 200
  let [last, beyond] = [1, 2]
  while (await exists(beyond)) {
    if (beyond > 2 ** 24) return 1 // It ignores the page number.
    last = beyond
    beyond *= 2
  }
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2)
    if (await exists(middle)) last = middle
    else beyond = middle
  }
  return last
}
