import { event } from '#kernel/event.ts'
import type { RedirectPair } from './redirect-rules.contract.ts'

/** An import knows old addresses of its content. Emit it once per import or for some hundreds of redirects at a time:
 *  each event reads all rules. Redirects that administrators entered win; invalid ones are skipped, so check them with
 *  `rejectedRedirects` to report them. */
export const redirectsImported = event<RedirectPair[]>('redirects.imported')
