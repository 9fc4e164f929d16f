import { createContext, use } from 'react'
import { locale } from '#messages/messages.ts'

/** The language of texts whose own language is unknown: the site's. */
export const ContentLanguage = createContext<string>('en')

/** Returns the `lang` attribute for texts by people, or undefined if their language is the page's. */
export function useContentLang(): string | undefined {
  const language = use(ContentLanguage)
  return language === locale() ? undefined : language
}
