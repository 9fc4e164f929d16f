import * as z from 'zod/mini'
import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { locales } from '#messages/locales.ts'
import { t } from '#messages/messages.ts'

/** The cookie with the language that a reader chose. */
export const languageCookie = 'language'

const Language = z.enum(locales, { error: () => t('This site is not available in that language') })

/** `path`: the page to return to, with its query; empty for the referrer. */
export const LanguageChoice = z.object({
  language: Language,
  path: z._default(z.string().check(z.maxLength(4000)), ''),
})

/** Also works without JavaScript, and on pages that send no referrer. */
export const chooseLanguage = endpoint('POST /api/language', {
  summary: 'Choose the language of the user interface in this browser',
  access: 'anyone',
  headers: { origin: 'Must be this site’s origin, or `null`' },
  body: media('application/x-www-form-urlencoded'),
  answer: redirect,
})

/** The site's language applies to members who have not set one. */
export const saveLanguage = endpoint('PUT /api/users/me/language', {
  summary: "Set the language of the caller's emails and notifications",
  access: 'member',
  worksWithoutSecondFactor: true,
  limits: [perMember('language', 60, 60)],
  body: z.object({ language: Language }),
  answer: z.null(),
})
