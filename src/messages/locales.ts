/** The languages of the user interface, as BCP 47 tags. Messages are written in English in the code; the other languages
 *  have a catalog in this folder. */
export const locales = ['en', 'de', 'es', 'ja'] as const
export type Locale = (typeof locales)[number]

/** The names of the languages, each in its own language. */
export const localeNames: Record<Locale, string> = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' }

export const isLocale = (tag: string | null | undefined): tag is Locale => locales.some((locale) => locale === tag)
