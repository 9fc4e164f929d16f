import { oneOfWithDefault, optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** Maximum number of characters in an old path or a target. */
export const maxRedirectLength = 2000

/** The list of redirects, for administrators. `q`: part of a path. `from`: opens the form for a new redirect from
 *  this path. */
export const adminRedirectsAddress = address('/admin/redirects', {
  query: { q: optionalText(200), from: optionalText(maxRedirectLength), page: pageNumber },
})
/** The page that checks old addresses. */
export const adminRedirectCheckAddress = address('/admin/redirects/check', {
  query: { show: oneOfWithDefault(['failed', 'all'], 'failed'), page: pageNumber },
})
