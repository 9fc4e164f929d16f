import { inSiteLanguage } from '#kernel/trace.ts'
import { locales } from '#messages/locales.ts'
import { locale } from '#messages/messages.ts'

/** Increment this when the output for the same Markdown changes. */
const rendererVersion = 6
const perLocale = 100

/** Returns the number that is stored with renderings, so that they are updated when the renderer changes, or when
 *  the site's language, which is used for labels, changes. */
export const renderVersion = (): number => rendererVersion + perLocale * locales.indexOf(inSiteLanguage(locale))
