import type { Changes } from '#kernel/changes.ts'
import { createLiveRedirects, type LiveRedirectsOptions } from '#features/admin/redirects/live-redirects.ts'
import type { RedirectMatch } from '#features/admin/redirects/redirect-index.contract.ts'
import { type OwnAnswer, resolveRedirect } from '#features/admin/redirects/resolve-redirect.ts'
import type { createDocumentAddress } from './document-address.ts'
import type { PageCache } from './page-cache.ts'
import { notFoundPath } from '#pages/pages.ts'
import type { Assets } from './site-files.ts'

export type Redirects = ReturnType<typeof createRedirects>

interface Options extends LiveRedirectsOptions {
  siteUrl: string
  changes: Pick<Changes, 'stampOf' | 'lastStampOf'>
  assets: Pick<Assets, 'has'>
  pages: Pick<PageCache, 'getOrRender'>
  documents: Pick<ReturnType<typeof createDocumentAddress>, 'documentAddress' | 'settled'>
}

/** Finds the redirect for a request. Rules are in memory; a target is rendered only when a redirect to it is about to
 *  be sent, to resolve a chain into a single redirect. */
export function createRedirects({ siteUrl, assets, pages, documents, ...options }: Options) {
  const rules = createLiveRedirects(options)

  async function answerAt(url: URL): Promise<OwnAnswer> {
    if (assets.has(url.pathname)) return { status: 200 }
    const given = documents.documentAddress(url, url.pathname)
    if (given === null) return { status: 200 } // an API call, whose status cannot be determined here
    const address = await documents.settled(given, url)
    if (address === notFoundPath) return { status: 404 }
    const { status, headers } = await pages.getOrRender(address)
    return { status, location: headers['location'] }
  }

  const resolve = async (match: RedirectMatch | null): Promise<string | null> =>
    match && resolveRedirect(match, { index: await rules(), siteUrl, answerAt })

  /** Returns the redirect target if a rule matches the URL's query. Otherwise returns null without waiting, unless the
   *  rules have changed. */
  function beforePage(url: URL): Promise<string | null> | null {
    const index = rules()
    if (index instanceof Promise) return index.then(({ findByQuery }) => resolve(findByQuery(url)))
    const match = index.findByQuery(url)
    return match && resolve(match)
  }

  /** Returns the redirect target for a URL at which nothing was found; null if no rule matches. @param isCertain
   *  false if the page may exist but could not be loaded; wildcard rules are then ignored */
  async function insteadOfNotFound(url: URL, isCertain = true): Promise<string | null> {
    const match = (await rules()).findByPath(url)
    return match && (isCertain || !match.rule.isWildcard) ? resolve(match) : null
  }

  return { beforePage, insteadOfNotFound }
}
