import { type ComponentType, lazy } from 'react'

/** Returns a component whose code is fetched when it is first shown. If that fails, `Without` replaces it, and the rest
 *  of the page stays. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props>,
) => lazy(async () => ({ default: await load().catch(() => Without) }))
