import { isLocale, type Locale } from '#messages/locales.ts'
import type { SiteSettings } from './site-settings.contract.ts'

/** Returns the language of the user interface for readers whose languages the site does not have, and of texts that are
 *  the same for everyone. */
export function siteLocale({
  interfaceLanguage,
  language,
}: Pick<SiteSettings, 'interfaceLanguage' | 'language'>): Locale {
  if (interfaceLanguage !== 'reader') return interfaceLanguage
  const [primary] = language.split('-')
  return isLocale(primary) ? primary : 'en'
}
