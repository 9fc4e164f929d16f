import type { DemoPart } from '#kernel/demo.ts'
import { chosenIn, defaultSettings } from './site-settings.contract.ts'
import { replaceSettings } from './site-settings.store.ts'

/** Turns on all sections, including those that are off by default, unless the settings have been saved. */
export const siteSettingsDemo: DemoPart = async ({ ctx }) => {
  await replaceSettings(ctx.db, chosenIn({ ...defaultSettings, sectionsOff: [] }), 0)
  await ctx.announce('site-settings')
}
