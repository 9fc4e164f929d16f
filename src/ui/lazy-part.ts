import { type ComponentType, lazy } from 'react'

/** A component whose code is fetched when it is first shown. `Without` stands in its place when it cannot be had, so that
 *  the page around it stays. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props>,
) => lazy(async () => ({ default: await load().catch(() => Without) }))
