import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { parseAccept } from 'hono/utils/accept'
import type { SiteSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { languageCookie } from '#features/discovery/languages/languages.contract.ts'
import { isLocale, type Locale } from '#messages/locales.ts'

/** Responses depend on these headers. */
export const localeHeaders = 'accept-language, cookie'

/** Returns the reader's own language. Null: the site's. */
export const readerLocale = (
  { interfaceLanguage }: Pick<SiteSettings, 'interfaceLanguage'>,
  headers: IncomingHttpHeaders,
): Locale | null => (interfaceLanguage === 'reader' ? localeOf(headers) : null)

/** Browsers send few different values. */
const known = new LRUCache<string, Locale | 'none'>({ max: 500 })
const maxHeaderLength = 500

/** Returns the language in which a reader sees the site: the one that they chose, or else the first of their browser's
 *  languages that the site has. Null if there is none. */
export function localeOf({ cookie, 'accept-language': accepted }: IncomingHttpHeaders): Locale | null {
  return (cookie !== undefined && chosenIn(cookie)) || (accepted === undefined ? null : preferredIn(accepted))
}

function chosenIn(cookie: string): Locale | null {
  const chosen = cookie.split(/; */).find((pair) => pair.startsWith(`${languageCookie}=`))
  const locale = chosen?.slice(languageCookie.length + 1)
  return isLocale(locale) ? locale : null
}

function preferredIn(accepted: string): Locale | null {
  if (accepted.length > maxHeaderLength) return null
  let locale = known.get(accepted)
  if (!locale) known.set(accepted, (locale = firstOf(accepted) ?? 'none'))
  return locale === 'none' ? null : locale
}

/** `pt-BR, de-AT;q=0.8, en;q=0.5` → `de` */
function firstOf(accepted: string): Locale | undefined {
  return parseAccept(accepted)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.split('-', 1)[0]!.toLowerCase())
    .find((language) => isLocale(language))
}
