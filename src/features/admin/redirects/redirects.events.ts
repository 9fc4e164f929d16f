import { event } from '#kernel/event.ts'
import type { RedirectPair } from './redirect-rules.contract.ts'

/** An import knows old addresses of its content. Emit it once per import or for some hundreds of redirects at a time:
 *  each event reads all rules. Redirects that administrators entered win. */
export const redirectsImported = event<ImportedRedirects>('redirects.imported')

export interface ImportedRedirects {
  pairs: RedirectPair[]
  /** Is called for each redirect that is not added: it is invalid, leads into a loop, or conflicts with another one. */
  onRejected: (pair: RedirectPair, why: string) => void
}
