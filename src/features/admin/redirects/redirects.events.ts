import { event } from '#kernel/event.ts'
import type { RedirectPair } from './redirect-rules.contract.ts'

/** An import has redirects for the old addresses of its content. Emit it once per import or once every few hundred
 *  redirects, because each event reads all rules. Redirects entered by administrators take precedence. */
export const redirectsImported = event<ImportedRedirects>('redirects.imported')

export interface ImportedRedirects {
  pairs: RedirectPair[]
  /** Called for each redirect that is not added because it is invalid, leads into a loop, or conflicts with another. */
  onRejected: (pair: RedirectPair, why: string) => void
}
