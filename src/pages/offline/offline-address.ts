import { address } from '#kernel/address.contract.ts'
import { offlinePath } from '#web/offline/offline-files.ts'

/** Shown instead of pages while the site is unreachable. `?page=`, which only the browser reads, is the page that was to
 *  be opened. */
export const offlineAddress = address(offlinePath, {})
