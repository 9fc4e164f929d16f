import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

/** The languages in which a post can be written, as BCP 47 tags. */
export const languages = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'ta',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
] as const

export const Language = z.enum(languages, { error: () => t('This language is not supported') })
export type Language = z.infer<typeof Language>
