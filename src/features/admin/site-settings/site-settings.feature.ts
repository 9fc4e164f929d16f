import { t } from '#messages/messages.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { settingsPreviewRoutes } from './settings-previews.routes.ts'
import { sweepPreviews } from './settings-previews.store.ts'
import { SiteSettings } from './site-settings.contract.ts'
import { siteSettingsRoutes } from './site-settings.routes.ts'

const sweep = job('settings-previews.sweep', {
  summary: () => t('Delete expired previews of the site’s settings'),
  schedule: '*/10 * * * *',
})

export const siteSettingsFeature = feature('site-settings', {
  routes: [...siteSettingsRoutes, ...settingsPreviewRoutes],
  demo: async () => (await import('./site-settings.demo.ts')).siteSettingsDemo,
  schemas: { SiteSettings },
  workers: [perform(sweep, ({ db, clock }) => sweepPreviews(db, new Date(clock.now())))],
})
