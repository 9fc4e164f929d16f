import * as z from 'zod/mini'
import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'
import { locales } from '#messages/locales.ts'
import { t } from '#messages/messages.ts'

/** The cookie with the language that a reader chose. */
export const languageCookie = 'language'

/** The field's value for the languages of the reader's browser. */
export const browserLanguage = 'browser'

/** `path`: the page to return to, with its query. */
export const LanguageChoice = z.object({
  language: z.enum([...locales, browserLanguage], { error: () => t('This site is not available in that language') }),
  path: z._default(z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/), z.maxLength(2000)), '/'),
})

/** Also works without JavaScript. */
export const chooseLanguage = endpoint('POST /api/language', {
  summary: 'Choose the language of the user interface in this browser',
  access: 'anyone',
  headers: { origin: 'Must be this site’s origin' },
  body: media('application/x-www-form-urlencoded'),
  answer: redirect,
})
