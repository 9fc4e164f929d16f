import { feature } from '#kernel/feature.ts'
import { SiteSettings } from './site-settings.contract.ts'
import { siteSettingsRoutes } from './site-settings.routes.ts'

export const siteSettingsFeature = feature('site-settings', {
  routes: siteSettingsRoutes,
  demo: async () => (await import('./site-settings.demo.ts')).siteSettingsDemo,
  schemas: { SiteSettings },
})
