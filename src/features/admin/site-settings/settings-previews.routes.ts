import { implement } from '#kernel/implement.ts'
import { checkedSettings } from './checked-settings.ts'
import { previewSettings } from './settings-previews.contract.ts'
import { storePreview } from './settings-previews.ts'

export const settingsPreviewRoutes = [
  implement(previewSettings, async ({ body, member, ctx }) => {
    const { settings } = await checkedSettings(ctx, member, body.settings)
    return { path: await storePreview(ctx, settings) }
  }),
]
