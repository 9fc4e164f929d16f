import type { LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import type { Config } from './config.ts'

/** Returns the site settings that are set by environment variables, which administrators cannot change. */
export const fixedSettings = ({
  siteName,
  registration,
}: Pick<Config, 'siteName' | 'registration'>): LiveSiteSettings['fixed'] => ({
  ...(siteName !== null && { name: siteName }),
  ...(registration !== null && { registration: { mode: registration, domains: [] } }),
})
