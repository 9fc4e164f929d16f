/** What another app shares: any of these, depending on the app. Source: W3C, Web Share Target API. */
export interface SharedText {
  title: string
  text: string
  url: string
}

/** Maximum length of each shared text: more than a post's first paragraphs. */
const maxSharedLength = 5000

/** Returns the shared text as Markdown for a new post, or an empty string. Many apps repeat the title or the URL in the
 *  text. */
export function sharedText(query: URLSearchParams): string {
  const valueOf = (name: keyof SharedText) => (query.get(name) ?? '').trim().slice(0, maxSharedLength)
  const text = valueOf('text')
  const more = (value: string) => (value === '' || text.includes(value) ? [] : [value])
  return [...more(valueOf('title')), ...(text === '' ? [] : [text]), ...more(valueOf('url'))].join('\n\n')
}
