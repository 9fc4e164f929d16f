import type { Changes } from '#kernel/changes.ts'
import type { Context } from '#kernel/http.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteInfo } from '#features/discovery/site/site.routes.ts'

/** The maximum age, because manual database edits are not announced. */
const maxAgeMs = 10_000

interface Options {
  ctx: Pick<Context, 'db' | 'site' | 'siteSettings'>
  changes: Pick<Changes, 'stampOf'>
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** Returns a function that returns the site's name and settings for rendering pages. They stay in memory until content or
 *  the settings change. As long as they are equal, they are the same object. */
export function createSiteInfoCache({ ctx, changes, now = () => performance.now() }: Options) {
  let last: { info: SiteInfo; json: string; stamp: number | null; settings: unknown; readAtMs: number } | null = null
  return async (): Promise<SiteInfo> => {
    const stamp = changes.stampOf(['content'])
    const settings = ctx.siteSettings.now
    const readAtMs = now()
    const isCurrent = stamp !== null && last?.stamp === stamp && last.settings === settings
    if (isCurrent && readAtMs - last!.readAtMs < maxAgeMs) return last!.info
    const read = await siteInfo(ctx)
    const json = JSON.stringify(read)
    const info = last?.json === json ? last.info : read
    last = { info, json, stamp, settings, readAtMs }
    return info
  }
}
