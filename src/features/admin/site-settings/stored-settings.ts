import type * as z from 'zod/mini'
import { defaultSettings, SiteSettings } from './site-settings.contract.ts'

/** Reads stored settings. Settings that are missing or invalid, for example after a restore from a newer version, have
 *  their defaults. */
export function settingsIn(stored: unknown): SiteSettings {
  const given = stored !== null && typeof stored === 'object' ? stored : {}
  const entries = Object.entries(SiteSettings.shape).flatMap(([name, schema]: [string, z.ZodMiniType]) => {
    const parsed = name in given ? schema.safeParse(Reflect.get(given, name)) : null
    return parsed?.success ? [[name, parsed.data]] : []
  })
  return { ...defaultSettings, ...(Object.fromEntries(entries) as Partial<SiteSettings>) }
}

/** Returns only the settings that differ from the defaults, so that later defaults also apply to existing sites. */
export function chosenIn(settings: SiteSettings): Partial<SiteSettings> {
  const isChosen = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(defaultSettings, name))
  return Object.fromEntries(Object.entries(settings).filter(isChosen))
}
