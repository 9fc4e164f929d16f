import { francAll } from 'franc-min'
import type { Language } from '#schemas/languages.contract.ts'

/** The languages that are detected, by ISO 639-3 code. */
const tags: Record<string, Language> = {
  arb: 'ar',
  ben: 'bn',
  bul: 'bg',
  ces: 'cs',
  cmn: 'zh',
  deu: 'de',
  ell: 'el',
  eng: 'en',
  fra: 'fr',
  hin: 'hi',
  hun: 'hu',
  ind: 'id',
  ita: 'it',
  jpn: 'ja',
  kor: 'ko',
  nld: 'nl',
  pes: 'fa',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  spa: 'es',
  srp: 'sr',
  swe: 'sv',
  tam: 'ta',
  tha: 'th',
  tur: 'tr',
  ukr: 'uk',
  urd: 'ur',
  vie: 'vi',
}
const only = Object.keys(tags)

const minLength = 4
/** Shorter text is recognized only by a script that a single language uses. */
const minSharedScriptLength = 80
/** Text without letters other than Latin ones. Recognizing its script takes longer than rendering a short text. */
const latinOnly = /^[\0-\u024f\u2000-\u206f\p{Emoji_Presentation}]*$/u
/** Minimum distance to the second most likely language, from 0 to 1. */
const minLead = 0.05
/** The beginning is enough. In longer texts, the lead of every language is smaller. */
const maxLength = 300

/** Detects the language of prose. Returns null if it is uncertain: a wrong language is worse than none. */
export function languageOf(prose: string): Language | null {
  const text = prose.slice(0, maxLength)
  if (text.length < minSharedScriptLength && latinOnly.test(text)) return null
  const [first, second] = francAll(text, { only, minLength })
  const isCertain = second
    ? text.length >= minSharedScriptLength && first![1] - second[1] >= minLead
    : first !== undefined
  return (isCertain && tags[first![0]]) || null
}
