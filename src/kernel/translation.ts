import { loadCatalog } from './catalogs.ts'
import type { Locale } from '#messages/locales.ts'
import { installTranslation } from '#messages/messages.ts'
import { currentTrace, inLanguage } from './trace.ts'

let haveReadersOneLanguage = (): boolean => false

/** Makes the server's own code use the language of the current request or, in jobs, the site's.
 *  @param isOneLanguage whether administrators have chosen one language for everyone */
export function translateRequests(siteLocale: () => Locale, isOneLanguage = (): boolean => false): void {
  haveReadersOneLanguage = isOneLanguage
  const locale = () => currentTrace()?.locale ?? siteLocale()
  installTranslation({
    locale,
    translate: (text) => loadCatalog(locale())[text] ?? text,
    isRecording: () => currentTrace()?.recordsTexts ?? false,
  })
}

/** Runs `work` in the member's language, if it is known, or the site's. */
export const inMemberLanguage = <T>(locale: Locale | null, work: () => T): T =>
  inLanguage(haveReadersOneLanguage() ? null : locale, work)
