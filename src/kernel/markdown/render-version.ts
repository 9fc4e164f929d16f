import { inSiteLanguage } from '#kernel/trace.ts'
import { locales } from '#messages/locales.ts'
import { locale } from '#messages/messages.ts'

/** Increment this when the output for the same Markdown changes. */
const rendererVersion = 6
const perLocale = 100

/** Returns the number that is stored with renderings, so that they are updated when the renderer changes, or the site's
 *  language, which labels in texts have. */
export const renderVersion = (): number => rendererVersion + perLocale * locales.indexOf(inSiteLanguage(locale))
