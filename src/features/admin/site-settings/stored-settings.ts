import type * as z from 'zod/mini'
import { defaultSettings, SiteSettings } from './site-settings.contract.ts'

const schemas: Record<string, z.ZodMiniType | undefined> = SiteSettings.shape

/** Reads stored settings. Settings that are missing or invalid, for example after a restore from a newer version, get
 *  their defaults. */
export function settingsIn(stored: unknown): SiteSettings {
  const given: object = stored !== null && typeof stored === 'object' ? stored : {}
  const valid = Object.entries(given).filter(([name, value]) => schemas[name]?.safeParse(value).success)
  return SiteSettings.parse({ ...defaultSettings, ...Object.fromEntries(valid) })
}

/** Returns the names of the settings that differ, for the audit log: 'name, icon'. */
export const changedIn = (before: SiteSettings, after: SiteSettings): string =>
  Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)))
    .map(([name]) => name)
    .join(', ')
