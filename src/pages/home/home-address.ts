import { id, oneOf, optional, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { movedFeedPath, type SiteInfo } from '#features/discovery/site/site.contract.ts'

const categoryId = optional(id)
const query = { page: pageNumber, type: oneOf(['popular']), categoryId }

// Each path has two addresses: one for the page that the server renders, and one for links, which may contain
// parameters that only the browser reads.

export const homeAddress = address('/', { query })
/** The feed's address while something else is at `/`. */
export const movedFeedAddress = address(movedFeedPath, { query })

/** The feed's parameters, including those that only the browser reads. */
const feedQuery = { ...query, type: oneOf(['popular', 'following']) }
export const feedAddress = address('/', { query: feedQuery })
const movedFeedLinkAddress = address(movedFeedPath, { query: feedQuery })

/** Returns the feed's address on this site. */
export const feedAddressOn = (site: Pick<SiteInfo, 'home'>): typeof feedAddress =>
  site.home ? movedFeedLinkAddress : feedAddress
