import type * as z from 'zod/mini'
import { defaultSettings, isHomeFeedOff, SiteSettings } from './site-settings.contract.ts'

const schemas: Record<string, z.ZodMiniType | undefined> = SiteSettings.shape

/** Reads stored settings. Settings that are missing or invalid, for example after a restore from a newer version, get
 *  their defaults. While the feed is off, the portfolio replaces it as the home page. */
export function settingsIn(stored: unknown): SiteSettings {
  const given: object = stored !== null && typeof stored === 'object' ? stored : {}
  const valid = Object.entries(given).filter(([name, value]) => schemas[name]?.safeParse(value).success)
  const settings = SiteSettings.parse({ ...defaultSettings, ...Object.fromEntries(valid) })
  if (!isHomeFeedOff(settings)) return settings
  return { ...settings, home: { ...settings.home, kind: 'portfolio' } }
}

/** Returns the names of the settings that differ, for the audit log: 'name, icon'. */
export const changedIn = (before: SiteSettings, after: SiteSettings): string =>
  Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)))
    .map(([name]) => name)
    .join(', ')
