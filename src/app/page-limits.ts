import type { IncomingMessage } from 'node:http'
import type { Context, Route } from '#kernel/http.ts'
import { networkOf } from '#kernel/networks.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { searchSite } from '#features/discovery/search/search.contract.ts'
import { sharedDraftAddress } from '#features/writing/shared-drafts/shared-draft-addresses.contract.ts'
import { getSharedDraft } from '#features/writing/shared-drafts/shared-drafts.contract.ts'
import { revisionAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { getRevisionChanges } from '#features/writing/history/history.contract.ts'
import { matchPage } from '#pages/pages.ts'
import { clientAddress } from './client-address.ts'
import { enforceLimits } from './http.ts'

/** The API calls that do the same work as rendering these pages and are rate-limited. */
const calls: Record<string, string | undefined> = {
  [searchAddress.path]: searchSite.path,
  [revisionAddress.path]: getRevisionChanges.path,
  [sharedDraftAddress.path]: getSharedDraft.path,
}

interface Options {
  ctx: Pick<Context, 'db' | 'clock'>
  trustProxyHops: number
  rateLimits: boolean
}
export type PageLimits = ReturnType<typeof createPageLimits>

/** Counts page renderings together with calls that do the same work; otherwise, pages would bypass the rate limits of
 *  those calls. @throws AppError rate_limited */
export function createPageLimits(routes: Route[], { ctx, trustProxyHops, rateLimits }: Options) {
  const limitsOf = (address: string) => {
    const page = matchPage(address.split('?', 1)[0]!)?.page
    const path = page && calls[page.address.path]
    return routes.find((route) => route.method === 'GET' && route.path === path)?.limits ?? []
  }

  return async ({ socket, headers }: IncomingMessage, address: string): Promise<void> => {
    const limits = rateLimits ? limitsOf(address) : []
    if (limits.length === 0) return
    const forwarded = headers['x-forwarded-for']
    const ip = clientAddress(socket.remoteAddress, forwarded === undefined ? null : String(forwarded), trustProxyHops)
    await enforceLimits(ctx, limits, 'address', networkOf(ip))
  }
}
