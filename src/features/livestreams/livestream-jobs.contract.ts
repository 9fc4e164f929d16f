import * as z from 'zod/mini'

/** Looks whether what is on air still is. */
export const reconcileTask = 'livestreams.reconcile'
/** Has the provider forget a stream that the site no longer has. */
export const removalTask = 'livestreams.remove'
export const Removal = z.object({ provider: z.string(), providerId: z.string() })
export type Removal = z.infer<typeof Removal>
/** Has the provider cut off who broadcasts for a member who is suspended. */
export const withholdingTask = 'livestreams.withhold'
export const Withholding = z.object({ id: z.int() })
