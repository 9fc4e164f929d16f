import { type ComponentType, lazy } from 'react'

/** Returns a component whose code is fetched when it is first shown. If fetching fails, `Without` is shown instead, and
 *  the rest of the page keeps working. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props>,
) => lazy(async () => ({ default: await load().catch(() => Without) }))
