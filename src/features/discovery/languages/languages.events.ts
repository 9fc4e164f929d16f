import { event } from '#kernel/event.ts'
import type { Locale } from '#messages/locales.ts'

/** The language of texts that are the same for everyone has changed. */
export const siteLocaleChanged = event<{ to: Locale }>('site-locale.changed')
