import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'
import { movedFeedPath, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

const categoryId = z.optional(IdText)
const query = { page: PageNumber, type: z.optional(z.literal('popular')), categoryId }

// Each path has two addresses: one for the page that the server renders, and one for links, which may contain
// parameters that only the browser reads.

export const homeAddress = address('/', { query })
/** The feed's address while something else is at `/`. */
export const movedFeedAddress = address(movedFeedPath, { query })

/** The feed's parameters, including those that only the browser reads. */
const feedQuery = { ...query, type: z.optional(z.enum(['popular', 'following'])) }
export const feedAddress = address('/', { query: feedQuery })
const movedFeedLinkAddress = address(movedFeedPath, { query: feedQuery })

/** Returns the feed's address on this site. */
export const feedAddressOn = (site: Pick<SiteInfo, 'home'>): typeof feedAddress =>
  site.home ? movedFeedLinkAddress : feedAddress
